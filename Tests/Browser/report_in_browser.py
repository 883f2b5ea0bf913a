"""Opens a report in headless Chromium from disk and uses it as a person would.

Usage: report_in_browser.py CHROMIUM REPORT_FOLDER SCENARIO [SCREENSHOT_FOLDER]

Speaks the DevTools protocol over a pipe; needs nothing but Python's standard library. Prints one line
for each thing it checked and ends with status 1 when one did not hold, or when the page wrote an error
to its console.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time


class Browser:
    def __init__(self, chromium):
        self.profile = tempfile.mkdtemp(prefix="penumbra-chromium-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def pipes():
            # The protocol wants descriptors 3 and 4; park them high first so neither is overwritten.
            high_in, high_out = os.dup2(to_browser, 100), os.dup2(from_browser, 101)
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        arguments = [
            chromium, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
            "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars=false",
            f"--user-data-dir={self.profile}", "about:blank",
        ]
        self.process = subprocess.Popen(
            arguments, preexec_fn=pipes, pass_fds=(3, 4, to_browser, from_browser),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.send(
            "Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 60
        while True:
            answer = self.receive(deadline)
            if answer is None:
                raise RuntimeError(f"no answer to {method} within a minute")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                return None
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise RuntimeError("the browser went away")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def evaluate(self, expression):
        result = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])[:400]}")
        return result["result"].get("value")

    def wait(self, expression, seconds=20):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if self.evaluate(expression):
                    return True
            except RuntimeError:
                pass  # The page is between two documents.
            time.sleep(0.02)
        return False

    def open(self, url, ready):
        self.send("Page.navigate", url="about:blank")
        self.wait("location.href === 'about:blank'")
        self.send("Page.navigate", url=url)
        return self.wait(ready)

    def size(self, width, height, dark=False, phone=False):
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.send(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def key(self, key):
        text = key if len(key) == 1 else ""
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def drag(self, start, end):
        for kind, (x, y), buttons in (
            ("mousePressed", start, 1), ("mouseMoved", end, 1), ("mouseReleased", end, 0)):
            self.send(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons,
                clickCount=1)

    def screenshot(self, path):
        picture = self.send("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def complaints(self):
        """What the page wrote to its console as a warning or an error, and exceptions."""
        self.evaluate("1")
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(json.dumps(parameters)[:300])
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                found.append(json.dumps(parameters["args"])[:300])
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"][:300])
        self.events = []
        return found

    def requests(self):
        return [
            event["params"]["request"]["url"] for event in self.events
            if event.get("method") == "Network.requestWillBeSent"]

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


failures = []


def check(what, holds):
    print(f"{'ok' if holds else 'FAILED'}: {what}", flush=True)
    if not holds:
        failures.append(what)


CONTRAST = """
(() => {
  const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.nodeValue.trim() || !node.checkVisibility()) continue;
    if (node.closest("script, noscript, :disabled")) continue;
    const pair = [light(parse(getComputedStyle(node).color)), light(ground(node))].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < 4.5) found.push(`${node.className || node.tagName} ${ratio.toFixed(2)} "${walker.currentNode.nodeValue.slice(0, 30)}"`);
  }
  return [...new Set(found)];
})()
"""

UNNAMED = """
[...document.querySelectorAll("button, input, a, img, [role=group], section, nav, dialog")]
  .filter((node) => node.checkVisibility() && !node.closest("[aria-hidden=true]"))
  .filter((node) => !(node.getAttribute("aria-label") || node.getAttribute("aria-labelledby")
    || node.textContent.trim() || node.getAttribute("alt")))
  .map((node) => node.outerHTML.slice(0, 120))
"""


def uses(browser, folder, shots):
    """A run with a cell of every kind and with hostile names."""
    url = (folder / "index.html").as_uri()
    rows = "document.querySelectorAll('#list a').length"
    browser.size(1360, 900)
    check("opens from disk", browser.open(url, f"{rows} > 0"))
    check("nothing but files is asked for", all(
        u.startswith(("file:", "data:", "about:")) for u in browser.requests()))
    check("what needs attention comes first", browser.evaluate(
        "document.querySelector('#list .pill').textContent") == "failed")
    check("the verdict counts", "need attention" in browser.evaluate(
        "document.getElementById('verdict').textContent"))

    # Escaping: the name is shown, nothing runs, and no element comes of it.
    names = browser.evaluate(
        "[...document.querySelectorAll('#list strong')].map((node) => node.firstChild.nodeValue)")
    check("a cell named <script> shows its name", "<script>window.pwned = 1</script>" in names)
    check("a line separator in a name survives", "line\u2028separator\u2029s" in names)
    check("a cell named __proto__ is listed", "__proto__" in names)
    check("nothing of a name runs", browser.evaluate("window.pwned === undefined"))
    check("nothing of a name becomes an element", browser.evaluate(
        "document.querySelectorAll('#list img[onerror], #list script').length") == 0)

    # Filters and search.
    browser.evaluate("document.querySelector('[data-filter=renamed]').click()")
    check("a filter shows one kind", browser.evaluate(
        "[...document.querySelectorAll('#list .pill')].every((p) => p.textContent === 'renamed')")
        and browser.evaluate(rows) == 1)
    browser.evaluate("document.querySelector('[data-filter=all]').click()")
    everything = browser.evaluate(rows)
    browser.key("/")
    check("/ goes to the search", browser.evaluate("document.activeElement.id") == "search")
    for letter in "shadow.raised kinds":
        browser.key(letter)
    check("search by token and scene", browser.wait(f"{rows} > 0 && {rows} < {everything}")
          and set(browser.evaluate("[...document.querySelectorAll('#list .names span')]"
                                   ".map((n) => n.textContent)")) == {"kinds"})
    browser.key("Escape")
    browser.evaluate("const s = document.getElementById('search'); s.value = '';"
                     "s.dispatchEvent(new Event('input')); s.blur()")

    # A link to a cell.
    link = browser.evaluate(
        "[...document.querySelectorAll('#list a')].find((a) => a.textContent.includes('a changed cell')).href")
    check("a deep link opens its cell", browser.open(
        link, "document.querySelector('#viewer h2')?.textContent.startsWith('a changed cell')"))
    check("its row is marked", browser.evaluate(
        "document.querySelector('#list a[aria-current=true]')?.textContent.includes('a changed cell')"))
    check("its pictures arrive", browser.wait(
        "[...document.querySelectorAll('.plate img')].every((i) => i.complete && i.naturalWidth > 0)"))
    check("the changed key is named", browser.evaluate(
        "document.querySelector('.panel table').textContent.includes('elevation.value')"))
    check("a threshold is suggested", browser.evaluate(
        "document.querySelector('.options').textContent.includes('--max-diff')"))
    check("two pictures side by side", browser.evaluate(
        "document.querySelectorAll('.stages figure').length") == 2)
    if shots:
        browser.screenshot(shots / "light-side.png")

    # Swipe: by the slider, by the pointer and by keys.
    browser.key("2")
    check("2 swipes", browser.wait("document.querySelector('.swiper') !== null"))
    over = "document.querySelector('.over').style.clipPath"
    browser.evaluate("const r = document.querySelector('.swiper'); r.value = 25; r.dispatchEvent(new Event('input'))")
    check("the slider moves the swipe", "25%" in browser.evaluate(over))
    browser.evaluate("document.querySelector('.frame').scrollIntoView({block: 'center'})")
    x, y, w, h = browser.evaluate(
        "(() => { const b = document.querySelector('.plate').getBoundingClientRect();"
        "return [b.x, b.y, b.width, b.height]; })()")
    browser.drag((x + w * 0.2, y + h / 2), (x + w * 0.75, y + h / 2))
    check("dragging moves the swipe", abs(float(browser.evaluate(
        "document.querySelector('.swiper').value")) - 75) < 2)
    browser.key("[")
    check("[ moves the swipe", abs(float(browser.evaluate(
        "document.querySelector('.swiper').value")) - 70) < 2)
    if shots:
        browser.screenshot(shots / "light-swipe.png")

    # Blink, difference, heat, zoom.
    browser.key("3")
    check("3 blinks by itself", browser.wait("document.querySelector('.which')?.textContent === 'Expected'", 5))
    browser.key(" ")
    before = browser.evaluate("document.querySelector('.which').textContent")
    browser.key(" ")
    check("space flips", browser.evaluate("document.querySelector('.which').textContent") != before)
    browser.key("4")
    check("4 shows the difference", browser.wait("document.querySelector('.plate img.black')?.naturalWidth > 0"))
    browser.key("5")
    check("5 shows the heat map", browser.wait("document.querySelectorAll('.plate img').length === 2")
          and browser.evaluate("document.querySelector('.legend') !== null"))
    width = browser.evaluate("document.querySelector('.plate').clientWidth")
    browser.key("+")
    check("+ zooms", browser.evaluate("document.querySelector('.plate').clientWidth") > width)
    check("pixels stay pixels", browser.evaluate(
        "getComputedStyle(document.querySelector('.plate img')).imageRendering") == "pixelated")
    browser.key("0")
    check("0 fits", browser.evaluate("document.querySelector('.plate').clientWidth") == width)
    if shots:
        browser.screenshot(shots / "light-heat.png")
    heading = browser.evaluate("document.querySelector('#viewer h2').textContent")
    browser.key("j")
    check("j goes on", browser.wait(
        f"document.querySelector('#viewer h2').textContent !== {json.dumps(heading)}"))
    browser.key("k")
    check("k goes back", browser.wait(
        f"document.querySelector('#viewer h2').textContent === {json.dumps(heading)}"))
    browser.key("?")
    check("? shows the keys", browser.evaluate("document.getElementById('keys').open"))
    check("the keys have contrast", browser.evaluate(CONTRAST) == [])
    browser.key("Escape")
    browser.wait("!document.getElementById('keys').open")

    # A link to nothing, and one that is no link.
    for target in ("#cell=nowhere", "#cell=%E0%A4%A", "#cell=<img src=x onerror=alert(1)>"):
        check(f"a link to nothing says so: {target}", browser.open(
            url + target, "document.querySelector('#viewer')?.textContent.includes('holds no cell')"))
    # Every cell opens without a complaint.
    browser.open(url, f"{rows} > 0")
    browser.evaluate("document.querySelector('[data-filter=all]').click()")
    links = browser.evaluate("[...document.querySelectorAll('#list a')].map((a) => [a.hash, a.querySelector('strong').firstChild.nodeValue])")
    opened = 0
    for mark, name in links:
        browser.evaluate(f"location.hash = {json.dumps(mark)}")
        opened += browser.wait(
            f"document.querySelector('#viewer h2')?.firstChild.nodeValue === {json.dumps(name)}", 5)
    check(f"each of {len(links)} cells opens", opened == len(links))

    # Light and dark, wide and narrow: contrast, names, and nothing wider than the page.
    for dark in (False, True):
        for width, height, phone in ((1360, 900, False), (390, 844, True)):
            kind = f"{'dark' if dark else 'light'}{'-phone' if phone else ''}"
            browser.size(width, height, dark, phone)
            for place, target in (("list", url), ("cell", link)):
                browser.open(target, f"{rows} > 0 && "
                             "(!location.hash || document.querySelector('#viewer h2') !== null)")
                browser.wait("[...document.querySelectorAll('.plate img')].every((i) => i.complete)")
                low = browser.evaluate(CONTRAST)
                check(f"contrast of 4.5 everywhere, {kind} {place} {low}", low == [])
                unnamed = browser.evaluate(UNNAMED)
                check(f"everything has a name, {kind} {place} {unnamed}", unnamed == [])
                check(f"nothing is wider than the page, {kind} {place}", browser.evaluate(
                    "document.documentElement.scrollWidth <= innerWidth"))
                if shots:
                    browser.screenshot(shots / f"{kind}-{place}.png")
    # The phone shows one thing at a time.
    check("on a phone the list gives way to the cell", browser.evaluate(
        "!document.getElementById('list').checkVisibility()"))
    browser.evaluate("document.querySelector('.back').click()")
    check("and comes back", browser.wait("document.getElementById('list').checkVisibility()"))
    # The switch of the theme beats the system.
    browser.size(1360, 900, dark=False)
    browser.evaluate("document.getElementById('theme').click(); document.getElementById('theme').click()")
    check("the theme can be chosen", browser.evaluate(
        "getComputedStyle(document.body).backgroundColor") == "rgb(18, 18, 21)")


def scales(browser, folder, shots):
    """A run of many cells stays usable."""
    url = (folder / "index.html").as_uri()
    browser.size(1360, 900)
    start = time.monotonic()
    check("opens", browser.open(url, "document.querySelectorAll('#list a').length > 0"))
    print(f"first rows after {time.monotonic() - start:.2f} s")
    check("reads every part", browser.wait(
        "!document.getElementById('count').textContent.includes('reading')", 60))
    print(f"all cells after {time.monotonic() - start:.2f} s")
    browser.evaluate("document.querySelector('[data-filter=all]').click()")
    total = browser.evaluate("document.getElementById('count').textContent")
    print(total)
    check("ten thousand cells", total == "10,000 cells")
    check("a page holds fifty", browser.evaluate("document.querySelectorAll('#list a').length") == 50)
    took = browser.evaluate(
        "(() => { const s = document.getElementById('search'); const t = performance.now();"
        "for (const q of ['e', 'e9', 'elevation-77 e9', '']) { s.value = q; s.dispatchEvent(new Event('input')); }"
        "return performance.now() - t; })()")
    print(f"four searches in {took:.0f} ms")
    check("a search takes less than a quarter of a second", took < 1000)
    browser.evaluate("for (let i = 0; i < 199; i++) document.getElementById('pageOn').click()")
    check("the last page is reached", browser.evaluate(
        "document.getElementById('pageNumber').textContent") == "Page 200 of 200")
    check("a deep link to the last cell", browser.open(
        url + "#cell=" + "0" * 8 + "270f", "document.querySelector('#viewer h2') !== null"))


def main():
    chromium, folder, scenario = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    shots = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
    browser = Browser(chromium)
    try:
        {"uses": uses, "scales": scales}[scenario](browser, folder, shots)
        complaints = browser.complaints()
        check(f"the console is silent {complaints}", complaints == [])
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
