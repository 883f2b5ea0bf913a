/// The page's script: data, list, search, keys.
///
/// Text reaches the page as text only.
enum ReportScript {
  static let text = #"""
    "use strict";
    const penumbra = (() => {
      const statuses = ["failed", "changed", "new", "removed", "renamed", "tolerated", "restyled", "same"];
      const passing = new Set(["tolerated", "restyled", "same"]);
      const pageSize = 50;
      const state = {
        report: null, parts: 0, loaded: 0, cells: [], byId: new Map(), found: [],
        filter: "attention", query: "", page: 0, current: null, wanted: null, broken: [],
      };
      const id = (name) => document.getElementById(name);
      const number = (value) => value.toLocaleString("en");
      const view = { show() {}, clear() {}, key() { return false; } };

      /** An element with text, attributes and children; strings become text nodes. */
      function element(tag, attributes = {}, ...children) {
        const node = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
          if (value === null || value === undefined || value === false) continue;
          if (name === "class") node.className = value;
          else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
          else node.setAttribute(name, value === true ? "" : String(value));
        }
        node.append(...children.filter((child) => child !== null && child !== undefined));
        return node;
      }

      function pill(status) {
        const node = element("span", { class: "pill" }, status);
        node.style.color = `var(--${status})`;
        node.style.background = `var(--${status}Back)`;
        return node;
      }

      /** The value with what is unprintable in its strings spelled out: nothing turns words round. */
      function plain(value) {
        if (typeof value === "string") {
          return value.replace(
            /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
            (found) => `\\u{${found.charCodeAt(0).toString(16)}}`);
        }
        if (Array.isArray(value)) return value.map(plain);
        if (value === null || typeof value !== "object") return value;
        return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
      }

      function report(index) {
        index = plain(index);
        state.report = index.report;
        state.parts = index.parts.length;
        state.filter = index.report.passes ? "all" : "attention";
        if (!attention()) state.filter = "all";
        header();
        chips();
        followHash();
        search();
        load(index.parts, 0);
      }

      /** Loads the parts one after the other, so that what matters most is there first. */
      function load(parts, at) {
        if (at === parts.length) {
          if (state.wanted) missing();
          return;
        }
        const script = document.createElement("script");
        script.src = parts[at];
        script.onload = () => { state.loaded += 1; arrived(); load(parts, at + 1); };
        script.onerror = () => { state.broken.push(parts[at]); problems(); load(parts, at + 1); };
        document.body.append(script);
      }

      function cells(list) {
        for (const cell of plain(list)) {
          const words = [cell.scene, cell.cell, cell.status, cell.formerName || "", cell.file || ""];
          words.push(...(cell.tokens || []), ...(cell.keys || []).map((key) => key.key));
          cell.words = words.join("\n").toLowerCase();
          state.cells.push(cell);
          state.byId.set(cell.id, cell);
        }
      }

      function arrived() {
        search();
        if (state.wanted && state.byId.has(state.wanted)) open(state.wanted);
      }

      function attention() {
        return statuses.filter((s) => !passing.has(s))
          .reduce((sum, s) => sum + state.report.totals[s], 0);
      }

      function header() {
        const { totals, passes } = state.report;
        const failing = attention();
        const cellsWord = totals.cells === 1 ? "cell" : "cells";
        const verdict = failing > 0
          ? `${number(failing)} of ${number(totals.cells)} ${cellsWord} ${failing === 1 ? "needs" : "need"} attention`
          : passes ? `${number(totals.cells)} ${cellsWord}, no difference` : "The run is not whole";
        id("verdict").textContent = verdict;
        document.title = `${verdict} · ${state.report.title}`;
        id("mark").textContent = passes ? "✓" : "!";
        id("mark").classList.add(passes ? "pass" : "fail");
        const limits = state.report.limits;
        const facts = [state.report.title, `engine ${state.report.engine}`];
        if (limits.maxDiff !== null) facts.push(`max diff ${limits.maxDiff}`);
        if (limits.maxChanged > 0) facts.push(`max changed ${limits.maxChanged}`);
        if (limits.maxDeltaE !== null) facts.push(`max ΔE ${limits.maxDeltaE}`);
        if (limits.maxShadow !== null) facts.push(`max shadow ${limits.maxShadow}`);
        if (state.report.shard) facts.push(`shard ${state.report.shard.index} of ${state.report.shard.count}`);
        id("facts").textContent = facts.join(" · ");
        for (const status of statuses) {
          if (!totals[status]) continue;
          const part = element("span", { title: `${number(totals[status])} ${status}` });
          part.style.flexGrow = totals[status];
          part.style.background = status === "same" ? "var(--sunken)" : `var(--${status})`;
          id("bar").append(part);
        }
        problems();
        const orphans = state.report.orphans;
        id("orphans").hidden = orphans.length === 0;
        id("orphans").firstElementChild.textContent =
          `${number(orphans.length)} ${orphans.length === 1 ? "file" : "files"} in the baseline that no cell names`;
        id("orphans").lastElementChild.replaceChildren(...orphans.map((name) => element("li", {}, name)));
      }

      function problems() {
        const lines = state.report.problems.map((p) => (p.file ? `${p.file}: ${p.message}` : p.message));
        lines.push(...state.broken.map((part) => `${part} is missing from this report: the list below is not whole`));
        id("problems").replaceChildren(...lines.map((line) => element("li", {}, line)));
      }

      function chips() {
        const totals = state.report.totals;
        const entries = [["attention", "needs attention", attention()], ["all", "all", totals.cells]];
        for (const status of statuses) if (totals[status]) entries.push([status, status, totals[status]]);
        id("chips").replaceChildren(...entries.map(([key, name, count]) =>
          element("button", {
            type: "button", class: "chip", "data-filter": key, "aria-pressed": String(state.filter === key),
            onclick: () => { state.filter = key; state.page = 0; chips(); search(); },
          }, name, element("span", { class: "number" }, number(count)))));
      }

      function search() {
        const terms = state.query.toLowerCase().split(/\s+/).filter(Boolean);
        state.found = state.cells.filter((cell) =>
          (state.filter === "all" || (state.filter === "attention" ? !passing.has(cell.status) : cell.status === state.filter))
          && terms.every((term) => cell.words.includes(term)));
        list();
      }

      /** The cell's caption, small, to stand after its key; nothing where it has none. */
      function caption(cell) {
        return cell.tokens && cell.tokens.length > 0 ? element("small", {}, ` ${cell.tokens.join(", ")}`) : null;
      }

      function brief(cell) {
        const m = cell.measures;
        if (cell.keys && cell.keys.length > 0) return cell.keys.map((k) => k.key).join(", ");
        if (m && m.changedPixels > 0) return `${m.largestDifference} levels · shadow ${m.shadowLargest.toFixed(2)}`;
        return cell.message || cell.formerName || "";
      }

      function list() {
        const pages = Math.max(1, Math.ceil(state.found.length / pageSize));
        state.page = Math.min(state.page, pages - 1);
        const shown = state.found.slice(state.page * pageSize, (state.page + 1) * pageSize);
        const partial = state.loaded + state.broken.length < state.parts
          ? `, reading ${state.loaded + 1} of ${state.parts}` : "";
        id("count").textContent =
          `${number(state.found.length)} ${state.found.length === 1 ? "cell" : "cells"}${partial}`;
        id("list").replaceChildren(...shown.map(row));
        if (shown.length === 0 && !partial) {
          id("list").append(element("li", { class: "empty" },
            state.cells.length === 0 ? "This run holds no cells." : "No cell matches."));
        }
        id("pager").hidden = pages === 1;
        id("pageNumber").textContent = `Page ${number(state.page + 1)} of ${number(pages)}`;
        id("pageBack").disabled = state.page === 0;
        id("pageOn").disabled = state.page === pages - 1;
      }

      function row(cell) {
        const picture = cell.pictures && (cell.pictures.actual || cell.pictures.expected);
        const thumb = picture
          ? element("img", { src: picture, alt: "", loading: "lazy", decoding: "async" })
          : cell.status === "same" ? "same" : "–";
        return element("li", {}, element("a", {
          href: `#cell=${cell.id}`, "aria-current": String(state.current === cell.id), "data-id": cell.id,
        }, element("span", { class: "thumb", "aria-hidden": "true" }, thumb),
        element("span", { class: "names" }, element("strong", {}, cell.cell, caption(cell)), element("span", {}, cell.scene)),
        pill(cell.status), element("span", { class: "brief" }, brief(cell))));
      }

      /** Shows a cell; a filter that hides it is taken off. */
      function open(cellId) {
        state.wanted = null;
        state.current = cellId;
        if (!state.found.some((cell) => cell.id === cellId)) {
          state.filter = "all";
          state.query = "";
          id("search").value = "";
          chips();
          search();
        }
        const at = state.found.findIndex((cell) => cell.id === cellId);
        const page = Math.floor(at / pageSize);
        if (page !== state.page) { state.page = page; list(); }
        for (const link of id("list").querySelectorAll("a")) {
          const isCurrent = link.dataset.id === cellId;
          link.setAttribute("aria-current", String(isCurrent));
          if (isCurrent) link.scrollIntoView({ block: "nearest" });
        }
        document.body.classList.add("reading");
        view.show(state.byId.get(cellId), at, state.found.length);
      }

      function missing() {
        document.body.classList.add("reading");
        view.clear(`This report holds no cell with the id ${state.wanted}.`);
        state.wanted = null;
      }

      function followHash() {
        const match = /^#cell=(.+)$/.exec(location.hash);
        if (!match) {
          document.body.classList.remove("reading");
          state.current = null;
          state.wanted = null;
          view.clear();
          if (state.report) list();
          return;
        }
        let wanted = match[1];
        try { wanted = decodeURIComponent(wanted); } catch { /* taken as it stands */ }
        state.wanted = wanted;
        if (state.byId.has(wanted)) open(wanted);
        else if (state.report && state.loaded + state.broken.length === state.parts) missing();
      }

      function step(by) {
        if (state.found.length === 0) return;
        const at = state.found.findIndex((cell) => cell.id === state.current);
        const next = at < 0 ? 0 : at + by;
        if (next >= 0 && next < state.found.length) location.hash = `cell=${state.found[next].id}`;
      }

      function back() {
        const left = state.current;
        history.replaceState(null, "", location.pathname + location.search);
        followHash();
        const link = [...id("list").querySelectorAll("a")].find((node) => node.dataset.id === left);
        if (link) link.focus();
      }

      const themes = ["auto", "light", "dark"];
      function theme(name) {
        if (name === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = name;
        id("theme").textContent = `Theme: ${name}`;
        try { localStorage.setItem("penumbra-theme", name); } catch { /* a page without storage */ }
      }
      function nextTheme() {
        const now = document.documentElement.dataset.theme || "auto";
        theme(themes[(themes.indexOf(now) + 1) % themes.length]);
      }
      let stored = null;
      try { stored = localStorage.getItem("penumbra-theme"); } catch { /* a page without storage */ }
      theme(themes.includes(stored) ? stored : "auto");

      id("theme").addEventListener("click", nextTheme);
      id("help").addEventListener("click", () => id("keys").showModal());
      id("search").addEventListener("input", (event) => {
        state.query = event.target.value;
        state.page = 0;
        search();
      });
      function turn(by) { state.page += by; list(); id("list").scrollTop = 0; }
      id("pageBack").addEventListener("click", () => turn(-1));
      id("pageOn").addEventListener("click", () => turn(1));
      addEventListener("hashchange", followHash);
      addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || id("keys").open) return;
        const typing = event.target.matches("input[type=search]");
        if (event.key === "Escape") {
          if (typing) event.target.blur();
          else if (state.current) back();
          return;
        }
        if (typing) return;
        if (event.key === "j") step(1);
        else if (event.key === "k") step(-1);
        else if (event.key === "/") { if (state.current && innerWidth <= 820) back(); id("search").focus(); }
        else if (event.key === "t") nextTheme();
        else if (event.key === "?") id("keys").showModal();
        else if (!view.key(event)) return;
        event.preventDefault();
      });

      return { report, cells, view, element, pill, caption, number, step, back };
    })();

    """#
}
