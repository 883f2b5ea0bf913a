/// The page's markup.
///
/// Everything that a run says is filled in by the script, as text.
enum ReportPage {
  static let text = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'">
    <title>Penumbra report</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="report.css">
    </head>
    <body>
    <a class="skip" href="#list">Skip to the cells</a>
    <header class="top">
      <div class="verdict">
        <span class="mark" id="mark" aria-hidden="true"></span>
        <div>
          <h1 id="verdict">Penumbra report</h1>
          <p class="facts" id="facts"></p>
        </div>
        <div class="tools">
          <button type="button" class="plain" id="theme">Theme: auto</button>
          <button type="button" class="plain" id="help">Keys</button>
        </div>
      </div>
      <div class="bar" id="bar" aria-hidden="true"></div>
      <ul class="problems" id="problems" aria-label="Problems of the run"></ul>
      <details class="orphans" id="orphans" hidden><summary></summary><ul></ul></details>
    </header>
    <main id="main">
      <section class="browser" id="browser" aria-label="Cells">
        <div class="find" role="search">
          <input id="search" type="search" autocomplete="off" spellcheck="false"
            placeholder="Scene, cell, token or key" aria-label="Search by scene, cell, token or key">
          <div class="chips" id="chips" role="group" aria-label="Show cells by status"></div>
        </div>
        <p class="count" id="count" role="status"></p>
        <ul class="list" id="list" tabindex="-1"></ul>
        <nav class="pager" id="pager" aria-label="Pages">
          <button type="button" class="plain" id="pageBack">Previous page</button>
          <span id="pageNumber"></span>
          <button type="button" class="plain" id="pageOn">Next page</button>
        </nav>
      </section>
      <section class="viewer" id="viewer" aria-label="Cell" tabindex="-1"></section>
    </main>
    <dialog id="keys" aria-labelledby="keysTitle">
      <h2 id="keysTitle">Keys</h2>
      <dl>
        <div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next cell, previous cell</dd></div>
        <div><dt><kbd>1</kbd> to <kbd>5</kbd></dt><dd>Side by side, swipe, blink, difference, heat map</dd></div>
        <div><dt><kbd>Space</kbd></dt><dd>Flip between expected and actual while blinking</dd></div>
        <div><dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>Move the swipe</dd></div>
        <div><dt><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd></dt><dd>Zoom in, out, to fit</dd></div>
        <div><dt><kbd>/</kbd></dt><dd>Search</dd></div>
        <div><dt><kbd>t</kbd></dt><dd>Light, dark, or as the system</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>Back to the list</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>These keys</dd></div>
      </dl>
      <form method="dialog"><button class="plain">Close</button></form>
    </dialog>
    <noscript><p class="noscript">This page shows its data with a script, and scripts are turned off. The same results are in report.json and junit.xml.</p></noscript>
    <script src="report.js"></script>
    <script src="viewer.js"></script>
    <script src="data/report.js"></script>
    </body>
    </html>

    """#
}
