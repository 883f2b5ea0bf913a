@_exported public import PenumbraGraphics
@_exported public import PenumbraScene

// What own content is made of; the rest of the engine stays inside.
@_exported public import protocol ShadowEngine.ContentSource
@_exported public import struct ShadowEngine.ImageRequest
@_exported public import struct ShadowEngine.LabelRequest
