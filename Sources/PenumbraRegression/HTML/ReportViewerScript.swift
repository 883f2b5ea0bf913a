internal import PenumbraGraphics

/// The page's viewer: side by side, swipe, blink, difference, heat map, zoom, and the numbers.
enum ReportViewerScript {
  static let text = #"""
    "use strict";
    (() => {
      const { element, pill, caption, number, step, back, view } = penumbra;
      const viewer = document.getElementById("viewer");
      const zooms = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16];
      const modes = [
        ["side", "Side by side"], ["swipe", "Swipe"], ["blink", "Blink"],
        ["difference", "Difference"], ["heat", "Heat map"],
      ];
      const state = { mode: "side", zoom: 0, swipe: 50, outline: false, dark: false, timer: 0, flipped: false, cell: null, at: 0, of: 0 };

      const has = (name) => Boolean(state.cell.pictures && state.cell.pictures[name]);
      const isPair = () => has("expected") && has("actual");

      function picture(name, alt, classes) {
        const node = element("img", {
          src: state.cell.pictures[name], alt, class: classes, draggable: "false",
        });
        node.addEventListener("error", () => {
          node.replaceWith(element("span", { class: "missing" }, `${alt}: the picture is missing from this report`));
        });
        return node;
      }

      const label = (what) => `${what} picture of ${state.cell.cell}`;

      /** The zoom as a number: chosen, or what fits the space, in whole steps above 1. */
      function scale(columns) {
        if (state.zoom > 0) return state.zoom;
        const { width, height } = state.cell.pictures;
        const wide = (viewer.clientWidth - 60) / (innerWidth <= 820 ? 1 : columns) - 48;
        const fit = Math.min(wide / width, (innerHeight * 0.68 - 40) / height);
        return fit >= 1 ? Math.min(8, Math.floor(fit)) : Math.max(0.02, fit);
      }

      function plate(columns, ...nodes) {
        const { width, height } = state.cell.pictures;
        const by = scale(columns);
        for (const node of nodes) if (by < 1) node.classList.add("smooth");
        const node = element("div", { class: "plate" }, ...nodes);
        node.style.width = `${width * by}px`;
        node.style.height = `${height * by}px`;
        const box = state.cell.measures && state.cell.measures.changedBox;
        if (state.outline && box) {
          const outline = element("span", { class: "outline", "aria-hidden": "true" });
          outline.style.left = `${box[0] * by - 1}px`;
          outline.style.top = `${box[1] * by - 1}px`;
          outline.style.width = `${box[2] * by + 2}px`;
          outline.style.height = `${box[3] * by + 2}px`;
          node.append(outline);
        }
        return node;
      }

      function frame(node, kind = "") {
        const box = element("div", { class: `frame ${kind}`, tabindex: "0", role: "group", "aria-label": "Picture, scrolls when it is larger than its frame" }, node);
        let from = null;
        box.addEventListener("pointerdown", (event) => {
          if (event.pointerType === "touch" && kind !== "swipe") return;
          from = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
          box.setPointerCapture(event.pointerId);
          box.classList.add("dragging");
          if (kind === "swipe") swipeTo(event, node);
          event.preventDefault();
          box.focus({ preventScroll: true });
        });
        box.addEventListener("pointermove", (event) => {
          if (!from) return;
          if (kind === "swipe") swipeTo(event, node);
          else {
            box.scrollLeft = from.left - (event.clientX - from.x);
            box.scrollTop = from.top - (event.clientY - from.y);
          }
        });
        const end = () => { from = null; box.classList.remove("dragging"); };
        box.addEventListener("pointerup", end);
        box.addEventListener("pointercancel", end);
        return box;
      }

      function swipeTo(event, node) {
        const box = node.getBoundingClientRect();
        setSwipe(Math.min(100, Math.max(0, (event.clientX - box.left) / box.width * 100)));
      }

      function setSwipe(percent) {
        state.swipe = percent;
        const top = viewer.querySelector(".over");
        if (!top) return;
        top.style.clipPath = `inset(0 0 0 ${percent}%)`;
        viewer.querySelector(".divider").style.left = `${percent}%`;
        viewer.querySelector(".swiper").value = percent;
      }

      function setFlipped(flipped) {
        state.flipped = flipped;
        const top = viewer.querySelector(".over");
        if (!top) return;
        top.style.visibility = flipped ? "hidden" : "visible";
        viewer.querySelector(".which").textContent = flipped ? "Expected" : "Actual";
      }

      function blinking(on) {
        clearInterval(state.timer);
        state.timer = on ? setInterval(() => setFlipped(!state.flipped), 600) : 0;
        const button = viewer.querySelector(".blinking");
        if (button) button.setAttribute("aria-pressed", String(on));
      }

      function figure(columns, caption, note, ...images) {
        return element("figure", {}, element("figcaption", {}, element("span", {}, caption), note),
          frame(plate(columns, ...images)));
      }

      function size() {
        const { width, height } = state.cell.pictures;
        return element("span", {}, `${number(width)} × ${number(height)} px`);
      }

      function side() {
        const figures = [];
        if (has("expected")) figures.push(["Expected", "expected"]);
        if (has("actual")) figures.push(["Actual", "actual"]);
        const node = element("div", { class: "stages" }, ...figures.map(([name, key]) =>
          figure(figures.length, name, size(), picture(key, label(name)))));
        node.style.setProperty("--columns", figures.length);
        const frames = [...node.querySelectorAll(".frame")];
        let busy = false;
        for (const one of frames) {
          one.addEventListener("scroll", () => {
            if (busy) return;
            busy = true;
            for (const other of frames) {
              if (other !== one) { other.scrollLeft = one.scrollLeft; other.scrollTop = one.scrollTop; }
            }
            requestAnimationFrame(() => { busy = false; });
          });
        }
        return node;
      }

      function swipe() {
        const body = plate(1, picture("expected", label("Expected")), picture("actual", label("Actual"), "over"));
        body.append(element("span", { class: "divider", "aria-hidden": "true" }));
        return element("figure", {},
          element("figcaption", {}, element("span", {}, "Left expected, right actual"), size()),
          frame(body, "swipe"),
          element("input", {
            class: "swiper", type: "range", min: "0", max: "100", step: "0.5", "aria-label": "Swipe between expected and actual",
            oninput: (event) => setSwipe(Number(event.target.value)),
          }));
      }

      function blink() {
        const body = plate(1, picture("expected", label("Expected")), picture("actual", label("Actual"), "over"));
        return element("figure", {},
          element("figcaption", {}, element("strong", { class: "which" }, "Actual"),
            element("button", {
              type: "button", class: "plain blinking", "aria-pressed": "false",
              onclick: () => blinking(!state.timer),
            }, "Blink by itself")),
          frame(body));
      }

      function legend() {
        const most = state.cell.measures ? state.cell.measures.largestDifference : 1;
        return element("p", { class: "legend" }, "1 level", element("i", { "aria-hidden": "true" }),
          `${number(most)} ${most === 1 ? "level" : "levels"}, logarithmic`);
      }

      function stage() {
        const node = viewer.querySelector(".stage");
        blinking(false);
        if (!state.cell.pictures) {
          const words = state.cell.status === "same" || state.cell.status === "restyled"
            ? "Draws what the baseline holds; the report keeps no picture of it."
            : "The report holds no picture of this cell.";
          node.replaceChildren(element("p", { class: "note" }, words));
          return;
        }
        const mode = isPair() ? state.mode : "side";
        if (mode === "swipe") node.replaceChildren(swipe());
        else if (mode === "blink") node.replaceChildren(blink());
        else if (mode === "difference") {
          node.replaceChildren(figure(1, "Difference, stretched to the full range", size(), picture("difference", label("Difference"), "black")));
        } else if (mode === "heat") {
          node.replaceChildren(figure(1, "Where it differs, and how strongly", size(),
            picture("actual", label("Actual"), "dim"), picture("heat", label("Heat map"))), legend());
        } else node.replaceChildren(side());
        if (mode === "swipe") setSwipe(state.swipe);
        if (mode === "blink") {
          setFlipped(false);
          blinking(!matchMedia("(prefers-reduced-motion: reduce)").matches);
        }
        const columns = mode === "side" && isPair() ? 2 : 1;
        const by = scale(columns);
        viewer.querySelector(".zoom output").textContent = `${Math.round(by * 100)} %`;
        for (const button of viewer.querySelectorAll("[data-mode]")) {
          button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
        }
      }

      function zoom(direction) {
        if (!state.cell || !state.cell.pictures) return;
        const now = scale(state.mode === "side" && isPair() ? 2 : 1);
        if (direction === 0) state.zoom = 0;
        else if (direction > 0) state.zoom = zooms.find((z) => z > now + 0.001) || zooms[zooms.length - 1];
        else state.zoom = [...zooms].reverse().find((z) => z < now - 0.001) || zooms[0];
        stage();
      }

      function controls() {
        if (!state.cell.pictures) return null;
        const parts = [];
        if (isPair()) {
          parts.push(element("div", { class: "segments", role: "group", "aria-label": "How to compare" },
            ...modes.map(([key, name]) => element("button", {
              type: "button", "data-mode": key, "aria-pressed": "false",
              disabled: (key === "difference" || key === "heat") && !has(key),
              onclick: () => { state.mode = key; stage(); },
            }, name))));
        }
        parts.push(element("div", { class: "zoom", role: "group", "aria-label": "Zoom" },
          element("button", { type: "button", class: "plain", "aria-label": "Zoom out", onclick: () => zoom(-1) }, "−"),
          element("output", { "aria-label": "Zoom" }),
          element("button", { type: "button", class: "plain", "aria-label": "Zoom in", onclick: () => zoom(1) }, "+"),
          element("button", { type: "button", class: "plain", onclick: () => zoom(0) }, "Fit")));
        if (state.cell.measures && state.cell.measures.changedBox) {
          const button = element("button", {
            type: "button", class: "plain", "aria-pressed": String(state.outline),
            onclick: () => {
              state.outline = !state.outline;
              button.setAttribute("aria-pressed", String(state.outline));
              stage();
            },
          }, "Outline");
          parts.push(button);
        }
        // Shadows are judged on a light ground, whatever the page's theme is.
        const ground = element("button", {
          type: "button", class: "plain", "aria-pressed": String(state.dark),
          onclick: () => {
            state.dark = !state.dark;
            ground.setAttribute("aria-pressed", String(state.dark));
            viewer.classList.toggle("dark", state.dark);
          },
        }, "Dark ground");
        parts.push(ground);
        return element("div", { class: "controls" }, ...parts);
      }

      function figures() {
        const m = state.cell.measures;
        if (!m) return null;
        const percent = m.changedShare * 100;
        const entries = [
          ["Largest difference", `${m.largestDifference}`, `levels of 255; r g b a ${m.largestByChannel.join(" ")}`],
          ["Changed pixels", percent > 0 && percent < 0.01 ? "< 0.01 %" : `${percent.toFixed(2)} %`, `${number(m.changedPixels)} of ${number(m.pixels)}`],
          ["Shadow figure", m.shadowLargest.toFixed(3), `levels after a low-pass; mean ${m.shadowMean.toFixed(4)}`],
          ["Lightness", `${m.lightness > 0 ? "+" : m.lightness < 0 ? "−" : ""}${Math.abs(m.lightness).toFixed(3)}`,
            m.lightness < 0 ? "levels on average: darker" : m.lightness > 0 ? "levels on average: lighter" : "levels on average"],
        ];
        if (m.largestDeltaE !== undefined) {
          entries.push(["CIEDE2000", m.largestDeltaE.toFixed(2), `largest; mean ${m.meanDeltaE.toFixed(4)}`]);
        }
        if (m.changedBox) {
          const [x, y, w, h] = m.changedBox;
          entries.push(["Where", `${w} × ${h}`, `pixels, from ${x}, ${y}`]);
        }
        return element("dl", { class: "figures" }, ...entries.map(([name, value, note]) =>
          element("div", {}, element("dt", {}, name), element("dd", {}, value, element("small", {}, note)))));
      }

      function keys() {
        const list = state.cell.keys;
        if (!list || list.length === 0) return null;
        const value = (text, kind) => element("td", { class: `value ${kind}` }, text === null ? "absent" : text);
        return element("section", { class: "panel" }, element("h3", {}, "What changed in the scene"),
          element("table", {},
            element("thead", {}, element("tr", {}, ...["Key", "Baseline", "Now"].map((name) => element("th", { scope: "col" }, name)))),
            element("tbody", {}, ...list.map((key) => element("tr", {},
              element("td", {}, element("code", {}, key.key)), value(key.before, "before"), value(key.after, "after"))))));
      }

      function suggestions() {
        const list = state.cell.suggestions;
        if (!list || list.length === 0) return null;
        return element("section", { class: "panel" },
          element("h3", {}, list.length === 1 ? "The smallest limit that would pass" : "The smallest limits that would pass, any one of them"),
          element("div", { class: "options" }, ...list.map((one) => element("code", {}, one.options))));
      }

      view.show = (cell, at, of) => {
        Object.assign(state, { cell, at, of });
        const title = element("h2", {}, cell.cell, caption(cell), pill(cell.status));
        const where = [cell.scene];
        if (cell.formerName) where.push(`was ${cell.formerName}`);
        if (cell.file) where.push(cell.file);
        viewer.replaceChildren(
          element("div", { class: "head" },
            element("div", {}, title, element("p", {}, where.join(" · "))),
            element("div", { class: "steps" },
              element("button", { type: "button", class: "plain back", onclick: back }, "All cells"),
              element("button", { type: "button", class: "plain", disabled: at <= 0, onclick: () => step(-1) }, "Previous"),
              element("button", { type: "button", class: "plain", disabled: at + 1 >= of, onclick: () => step(1) }, "Next"))),
          ...[cell.message ? element("p", { class: "note" }, cell.message) : null, controls(),
            element("div", { class: "stage" }), figures(), keys(), suggestions()].filter(Boolean));
        stage();
        scrollTo({ top: Math.min(scrollY, viewer.offsetTop) });
        viewer.focus({ preventScroll: true });
      };

      view.clear = (message) => {
        blinking(false);
        state.cell = null;
        viewer.replaceChildren(element("p", { class: "empty" }, message || "Choose a cell to compare it with its baseline."));
        if (message) {
          viewer.append(element("p", { class: "empty" },
            element("button", { type: "button", class: "plain", onclick: back }, "All cells")));
        }
      };

      view.key = (event) => {
        if (!state.cell) return false;
        const mode = modes[Number(event.key) - 1];
        if (mode && isPair() && (has(mode[0]) || !["difference", "heat"].includes(mode[0]))) {
          state.mode = mode[0];
          stage();
        } else if (event.key === " " && state.mode === "blink" && !event.target.matches("button")) {
          blinking(false);
          setFlipped(!state.flipped);
        } else if ((event.key === "[" || event.key === "]") && state.mode === "swipe") {
          setSwipe(Math.min(100, Math.max(0, state.swipe + (event.key === "]" ? 5 : -5))));
        } else if (event.key === "+" || event.key === "=") zoom(1);
        else if (event.key === "-") zoom(-1);
        else if (event.key === "0") zoom(0);
        else return false;
        return true;
      };

      addEventListener("resize", () => { if (state.cell && state.cell.pictures && state.zoom === 0) stage(); });
    })();

    """#
}
