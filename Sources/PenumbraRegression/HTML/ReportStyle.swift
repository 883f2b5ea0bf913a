/// The page's style sheet: light and dark, wide and narrow.
enum ReportStyle {
  /// The colours of a dark page, whether the system or the reader asks for it.
  private static let dark = #"""
    color-scheme: dark;
    --ground: #121215; --surface: #1b1b20; --sunken: #26262c; --line: #383840;
    --ink: #eeeef2; --soft: #a9a9b4; --accent: #a5a0ff; --onAccent: #15132e; --ring: #b9b5ff;
    --raised: #41414b;
    --failed: #ffb4ab; --failedBack: #4a1f1f; --changed: #ffbf87; --changedBack: #47290c;
    --new: #8fe0b8; --newBack: #12382a; --removed: #d9b8ff; --removedBack: #38254d;
    --renamed: #a5cdff; --renamedBack: #17324f; --tolerated: #e6dc8a; --toleratedBack: #3a3510;
    --restyled: #c4cfd8; --restyledBack: #2a323a; --same: #b9c7be; --sameBack: #262d29;
    --lift: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px -8px rgb(0 0 0 / 60%);
    """#

  static let text = #"""
    :root {
      color-scheme: light;
      --ground: #f4f4f1; --surface: #ffffff; --sunken: #ebebe7; --line: #d9d9d3;
      --ink: #1b1b20; --soft: #56565f; --accent: #4338ca; --onAccent: #ffffff; --ring: #4338ca;
      --raised: #ffffff;
      --failed: #8f1d1d; --failedBack: #fbe3e1; --changed: #8a3b00; --changedBack: #fdebd8;
      --new: #0b5a3c; --newBack: #dcf3e7; --removed: #5c2d8c; --removedBack: #efe4f9;
      --renamed: #14508a; --renamedBack: #e0edfb; --tolerated: #575000; --toleratedBack: #f5f0cd;
      --restyled: #3f4c57; --restyledBack: #e6ebef; --same: #38453d; --sameBack: #e6ebe7;
      --lift: 0 1px 2px rgb(20 20 30 / 8%), 0 8px 24px -8px rgb(20 20 30 / 16%);
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) { \#(dark) }
    }
    :root[data-theme="dark"] { \#(dark) }
    *, *::before, *::after { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { height: 100%; }
    body {
      margin: 0; min-height: 100%; display: flex; flex-direction: column;
      background: var(--ground); color: var(--ink);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      -webkit-text-size-adjust: 100%;
    }
    h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
    ul { list-style: none; }
    h1 { font-size: 21px; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
    h2 { font-size: 19px; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em; }
    h3 { font-size: 13px; font-weight: 600; color: var(--soft); margin-bottom: 8px; }
    button, input { font: inherit; color: inherit; }
    code, .number, td.value { font-variant-numeric: tabular-nums; }
    code, kbd, td.value { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; font-size: 13px; }
    kbd { background: var(--sunken); border: 1px solid var(--line); border-radius: 5px; padding: 1px 6px; }
    :focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; border-radius: 6px; }
    .skip { position: absolute; left: -999px; top: 8px; background: var(--surface); color: var(--ink); padding: 8px 12px; border-radius: 8px; z-index: 10; }
    .skip:focus { left: 8px; }
    .plain {
      background: transparent; border: 1px solid var(--line); border-radius: 8px; padding: 5px 11px;
      cursor: pointer; white-space: nowrap;
    }
    .plain:hover { background: var(--sunken); }
    .plain:disabled { color: var(--soft); opacity: .55; cursor: default; background: transparent; }
    .plain[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--onAccent); }

    .top { background: var(--surface); border-bottom: 1px solid var(--line); padding: 16px 24px 14px; }
    .verdict { display: flex; gap: 14px; align-items: center; }
    .verdict > div:nth-child(2) { flex: 1; min-width: 0; }
    .mark { width: 40px; height: 40px; border-radius: 12px; flex: none; display: grid; place-items: center; font-size: 20px; font-weight: 700; background: var(--sunken); }
    .mark.pass { background: var(--newBack); color: var(--new); }
    .mark.fail { background: var(--failedBack); color: var(--failed); }
    .facts { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
    .tools { display: flex; gap: 8px; flex: none; }
    .bar { display: flex; gap: 2px; height: 6px; margin-top: 14px; border-radius: 3px; overflow: hidden; background: var(--sunken); }
    .bar span { min-width: 4px; }
    .problems { margin-top: 0; }
    .problems li { margin-top: 10px; background: var(--failedBack); color: var(--failed); border-radius: 8px; padding: 8px 12px; overflow-wrap: anywhere; }
    .orphans { margin-top: 10px; color: var(--soft); font-size: 13px; }
    .orphans summary { cursor: pointer; }
    .orphans li { overflow-wrap: anywhere; padding-left: 16px; }

    main { flex: 1; display: grid; grid-template-columns: minmax(300px, 380px) minmax(0, 1fr); align-items: start; }
    .browser { border-right: 1px solid var(--line); position: sticky; top: 0; height: 100vh; display: flex; flex-direction: column; min-width: 0; }
    .find { padding: 14px 16px 0; }
    #search { width: 100%; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 8px 12px; }
    #search::placeholder { color: var(--soft); opacity: 1; }
    .chips { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 10px; }
    .chip { border: 1px solid var(--line); background: transparent; border-radius: 99px; padding: 2px 10px; font-size: 13px; cursor: pointer; }
    .chip:hover { background: var(--sunken); }
    .chip[aria-pressed="true"] { background: var(--ink); border-color: var(--ink); color: var(--ground); }
    .chip .number { font-weight: 600; margin-left: 5px; }
    .count { padding: 12px 16px 8px; color: var(--soft); font-size: 13px; border-bottom: 1px solid var(--line); }
    .list { flex: 1; overflow: auto; padding: 6px 8px; }
    .list a { display: grid; grid-template-columns: 52px minmax(0, 1fr) auto; gap: 4px 12px; align-items: center; padding: 8px; border-radius: 10px; text-decoration: none; color: inherit; }
    .list a:hover { background: var(--sunken); }
    .list a[aria-current="true"] { background: var(--surface); box-shadow: var(--lift); }
    .thumb { width: 52px; height: 52px; border-radius: 8px; background: var(--sunken); display: grid; place-items: center; overflow: hidden; color: var(--soft); font-size: 12px; }
    .thumb img { max-width: 100%; max-height: 100%; object-fit: contain; display: block; }
    .names { min-width: 0; }
    .names strong { display: block; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .names small, .head h2 small { font-weight: 400; font-size: .85em; color: var(--soft); }
    .names span { display: block; color: var(--soft); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .pill { border-radius: 99px; padding: 1px 9px; font-size: 12px; font-weight: 600; white-space: nowrap; }
    .brief { grid-column: 2 / -1; color: var(--soft); font-size: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .pager { display: flex; justify-content: space-between; align-items: center; gap: 8px; padding: 10px 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--soft); }
    .pager .plain { color: var(--ink); }
    .empty { padding: 40px 20px; text-align: center; color: var(--soft); }

    .viewer { padding: 22px 28px 48px; min-width: 0; outline: none; }
    .head { display: flex; gap: 12px; align-items: flex-start; margin-bottom: 14px; }
    .head > div { flex: 1; min-width: 0; }
    .head h2, .head p { overflow-wrap: anywhere; }
    .head p { color: var(--soft); }
    .head .pill { vertical-align: 2px; margin-left: 8px; }
    .steps { display: flex; gap: 6px; flex: none !important; }
    .note { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; margin-bottom: 14px; overflow-wrap: anywhere; }
    .controls { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-bottom: 12px; }
    .segments { display: flex; background: var(--sunken); border-radius: 10px; padding: 3px; gap: 2px; overflow-x: auto; max-width: 100%; }
    .segments button { border: 0; background: transparent; border-radius: 8px; padding: 4px 12px; cursor: pointer; white-space: nowrap; }
    .segments button[aria-pressed="true"] { background: var(--raised); box-shadow: var(--lift); font-weight: 600; }
    .segments button:disabled { color: var(--soft); cursor: default; }
    .zoom { display: flex; gap: 4px; align-items: center; }
    .zoom output { min-width: 52px; text-align: center; font-variant-numeric: tabular-nums; font-size: 13px; color: var(--soft); }
    .stages { display: grid; grid-template-columns: repeat(var(--columns, 1), minmax(0, 1fr)); gap: 14px; }
    .stages figure { min-width: 0; }
    .viewer figcaption { font-size: 13px; color: var(--soft); padding: 0 2px 6px; display: flex; justify-content: space-between; gap: 12px; }
    .frame { overflow: auto; max-height: 68vh; border-radius: 12px; border: 1px solid var(--line); background: repeating-conic-gradient(#f0f0ed 0 25%, #ffffff 0 50%) 0 0 / 20px 20px; padding: 16px; display: flex; cursor: grab; touch-action: pan-x pan-y; }
    .dark .frame { background: repeating-conic-gradient(#232328 0 25%, #2b2b31 0 50%) 0 0 / 20px 20px; }
    .frame.dragging { cursor: grabbing; }
    .plate { position: relative; flex: none; margin: auto; }
    .plate img { position: absolute; inset: 0; width: 100%; height: 100%; display: block; image-rendering: pixelated; user-select: none; -webkit-user-drag: none; }
    .plate img.smooth { image-rendering: auto; }
    .plate .dim { filter: grayscale(1) opacity(.45); }
    .plate .black { background: #000; }
    .plate .divider { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--accent); pointer-events: none; }
    .frame.swipe { cursor: ew-resize; touch-action: pan-y; }
    .outline { position: absolute; border: 1px dashed var(--accent); pointer-events: none; }
    .swiper { width: 100%; margin-top: 10px; accent-color: var(--accent); }
    .legend { display: flex; align-items: center; gap: 10px; color: var(--soft); font-size: 13px; margin-top: 10px; }
    .legend i { flex: none; width: 180px; max-width: 40%; height: 10px; border-radius: 5px; background: linear-gradient(90deg, #5b2a86, #b2266f, #e4483a, #fa9228, #ffec96); }
    .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 10px; margin: 20px 0; }
    .figures div { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 10px 14px; }
    .figures dt { color: var(--soft); font-size: 13px; }
    .figures dd { font-size: 20px; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
    .figures dd small { display: block; font-size: 12px; font-weight: 400; color: var(--soft); letter-spacing: 0; }
    .panel { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; margin-top: 14px; overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: 500; color: var(--soft); font-size: 13px; padding: 2px 16px 4px 0; }
    td { padding: 5px 16px 5px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top; }
    td.before { color: var(--failed); }
    td.after { color: var(--new); }
    .options { display: grid; gap: 6px; }
    .options code { background: var(--sunken); border-radius: 6px; padding: 4px 8px; justify-self: start; }
    .missing { padding: 24px; color: var(--soft); text-align: center; width: 100%; }
    dialog { border: 1px solid var(--line); border-radius: 14px; background: var(--surface); color: var(--ink); box-shadow: var(--lift); padding: 20px 24px; max-width: min(480px, calc(100vw - 32px)); }
    dialog::backdrop { background: rgb(10 10 16 / 45%); }
    dialog dl { margin: 14px 0 18px; display: grid; gap: 8px; }
    dialog dl div { display: grid; grid-template-columns: 110px 1fr; gap: 12px; }
    .noscript { padding: 24px; }

    @media (max-width: 820px) {
      .top { padding: 12px 16px; }
      .verdict { flex-wrap: wrap; }
      .verdict > div:nth-child(2) { flex-basis: calc(100% - 60px); }
      .mark { width: 34px; height: 34px; font-size: 17px; }
      h1 { font-size: 18px; }
      main { display: block; }
      .browser { position: static; height: auto; border-right: 0; }
      .list { overflow: visible; }
      .list a { padding: 10px 8px; }
      .viewer { display: none; padding: 14px 16px 40px; }
      body.reading .browser, body.reading .top { display: none; }
      body.reading .viewer { display: block; }
      .stages { --columns: 1 !important; grid-template-columns: minmax(0, 1fr); }
      .chips { flex-wrap: nowrap; overflow-x: auto; margin-right: -16px; padding: 2px 16px 6px 2px; }
      .chip { flex: none; }
      .head { flex-wrap: wrap; }
      .head > div:first-child { flex-basis: 100%; }
      .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .plain, .chip, .segments button { min-height: 36px; }
    }
    @media (min-width: 821px) { .back { display: none; } }
    @media (prefers-reduced-motion: no-preference) {
      .list a, .plain, .chip { transition: background-color .12s ease; }
    }

    """#
}
