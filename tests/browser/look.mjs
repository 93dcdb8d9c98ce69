// Looks at pages and pictures in Chromium: no error on the console, and buttons, slider and keys do what they
// say, in light and in dark. Screenshots stand beside the files. A program as WebAssembly is run by the clock of
// the page.
//
//     node tests/browser/look.mjs chromium FILE..
//
// Speaks the DevTools protocol over two pipes: nothing has to be installed but the browser.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import assert from "node:assert/strict";

const [browser, ...files] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "puzzle-search-browser-"));
const options = [
  "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,900",
  "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
];
const chromium = spawn(
  browser,
  [...options, `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"],
  { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] },
);
const [toBrowser, fromBrowser] = [chromium.stdio[3], chromium.stdio[4]];
const waiting = new Map(), complaints = [];
let unread = "", number = 0, said = "";

// Whatever ends it, the last words of the browser are shown and nothing waits any more.
function end(reason) {
  const error = new Error(`${browser}: ${reason}\n${said.slice(-2000)}`);
  waiting.forEach(({ refused }) => refused(error));
  waiting.clear();
}
const gone = new Promise(done => {
  chromium.on("error", error => { end(error.message); done(); });
  chromium.on("exit", code => { end(`ended with ${code}`); done(); });
});
chromium.stderr.on("data", text => { said += text; });
toBrowser.on("error", error => end(error.message));
process.on("exit", () => {
  chromium.kill("SIGKILL");
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

// Messages are JSON, each with a zero after it.
fromBrowser.setEncoding("utf8");
fromBrowser.on("data", text => {
  const messages = (unread + text).split("\0");
  unread = messages.pop();
  messages.forEach(message => receive(JSON.parse(message)));
});

function receive({ id, result, error, method, params }) {
  if (waiting.has(id)) {
    const { answered, refused } = waiting.get(id);
    waiting.delete(id);
    error ? refused(new Error(error.message)) : answered(result);
  } else if (method === "Runtime.exceptionThrown") {
    complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
  } else if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) {
    complaints.push(params.args.map(arg => arg.value).join(" "));
  } else if (method === "Log.entryAdded" && params.entry.level === "error") {
    complaints.push(params.entry.text);
  }
}

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

function send(method, params = {}, sessionId = undefined) {
  number += 1;
  const id = number;
  return new Promise((answered, refused) => {
    const late = setTimeout(() => refused(new Error(`${browser}: no answer to ${method} for 30 seconds`)), 30_000);
    const settled = then => value => { clearTimeout(late); then(value); };
    waiting.set(id, { answered: settled(answered), refused: settled(refused) });
    toBrowser.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  });
}

/** A file in a tab of its own. */
async function open(file) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const tell = (method, params) => send(method, params, sessionId);
  const evaluate = async expression => {
    const { result, exceptionDetails } = await tell("Runtime.evaluate", { expression, returnByValue: true });
    assert(!exceptionDetails, `${file}: ${exceptionDetails?.exception?.description}`);
    return result.value;
  };
  const until = async (expression, expected) => {
    for (let tries = 0; tries < 400; tries += 1) {
      if (await evaluate(expression) === expected) return;
      await pause(25);
    }
    assert.equal(await evaluate(expression), expected, `${file}: ${expression}`);
  };
  for (const domain of ["Page", "Runtime", "Log"]) await tell(`${domain}.enable`);
  const { errorText } = await tell("Page.navigate", { url: pathToFileURL(resolve(file)).href });
  assert(!errorText, `${file}: ${errorText}`);
  await until("location.href !== 'about:blank' && document.readyState", "complete");
  const click = async id => {
    const box = await evaluate(`JSON.stringify(document.getElementById("${id}").getBoundingClientRect())`);
    const { x, y, width, height } = JSON.parse(box);
    const at = { x: x + width / 2, y: y + height / 2, button: "left", clickCount: 1 };
    await tell("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
    await tell("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
  };
  const press = async key => {
    const codes = { ArrowLeft: 37, ArrowRight: 39, End: 35, Home: 36 };
    const how = { key, code: key, windowsVirtualKeyCode: codes[key] };
    await tell("Input.dispatchKeyEvent", { type: "keyDown", ...how });
    await tell("Input.dispatchKeyEvent", { type: "keyUp", ...how });
  };
  const colours = scheme => tell("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: scheme }],
  });
  const screenshot = async name => {
    const { data } = await tell("Page.captureScreenshot", { format: "png" });
    writeFileSync(`${file}.${name}.png`, Buffer.from(data, "base64"));
  };
  const close = () => send("Target.closeTarget", { targetId });
  return { evaluate, until, click, press, colours, screenshot, close };
}

/** Where everything that moves is; nowhere on the way. */
const places = `document.getAnimations().length === 0 && JSON.stringify([...document.querySelectorAll("svg g[id]")].map(piece => {
  const { x, y } = piece.getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
}))`;

/** A page with a player of a solution. */
async function player(page, file) {
  const label = 'document.getElementById("label").value';
  const last = await page.evaluate("film.moves.length - 1");
  assert(last > 2, `${file} has ${last} moves`);
  const move = async at => `move ${at} of ${last}: ${await page.evaluate(`film.moves[${at}]`)}`;
  await page.until(label, "start");
  await page.until("document.getAnimations().length", 0);
  const start = await page.evaluate(places);
  await page.click("step");
  await page.until(label, await move(1));
  await page.until("document.getAnimations().length", 0);
  assert.notEqual(start, false, `${file}: it moves by itself`);
  assert.notEqual(await page.evaluate(places), start, `${file}: nothing has moved`);
  await page.click("back");
  await page.until(label, "start");
  await page.until(places, start);
  await page.click("back");
  await page.until(label, "start");
  // The slider by mouse and by keys.
  await page.click("slider");
  const slider = 'Number(document.getElementById("slider").value)';
  const middle = await page.evaluate(slider);
  assert(Math.abs(middle - last / 2) <= 1, `${file}: the middle of the slider is move ${middle} of ${last}`);
  await page.until(label, await move(middle));
  await page.press("ArrowRight");
  await page.until(label, await move(middle + 1));
  await page.press("ArrowLeft");
  await page.until(label, await move(middle));
  await page.press("End");
  await page.until(label, await move(last));
  await page.until("document.getAnimations().length", 0);
  const end = await page.evaluate(places);
  await page.press("Home");
  await page.until(label, "start");
  // A press while it plays pauses it; then from the start to the end, where it stops by itself.
  const button = 'document.getElementById("play").textContent';
  await page.evaluate("film.milliseconds = 2_000");
  await page.click("play");
  await page.until(button, "Pause");
  await page.click("play");
  await page.until(button, "Play");
  const paused = await page.evaluate(slider);
  assert(paused < last, `${file}: it has not paused`);
  await pause(2_500);
  assert.equal(await page.evaluate(slider), paused, `${file}: it goes on while it pauses`);
  await page.evaluate("film.milliseconds = 50");
  await page.click("back");
  await page.evaluate("show(0)");
  await page.click("play");
  await page.until(label, await move(last));
  await page.until(button, "Play");
  await page.until(places, end);
}

/** A program whose `main` throws unless all its answers are right. */
async function program(file) {
  const page = `${file}.html`;
  const bytes = readFileSync(file).toString("base64");
  writeFileSync(page, `<!doctype html><title>begins</title><script type="module">
    const bytes = Uint8Array.from(atob("${bytes}"), letter => letter.charCodeAt(0));
    const host = { now: () => performance.now() };
    const { instance } = await WebAssembly.instantiate(bytes, { host });
    instance.exports.main();
    document.title = "done";
  </script>`);
  const tab = await open(page);
  await tab.until("document.title", "done");
  await tab.close();
}

const brightness = 'getComputedStyle(document.body).color.match(/\\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b)';

try {
  for (const file of files) {
    if (file.endsWith(".wasm")) {
      await program(file);
      assert.deepEqual(complaints, [], file);
      console.log(`${file}: all right`);
      continue;
    }
    const page = await open(file);
    if (file.endsWith(".html")) await player(page, file);
    const size = 'JSON.stringify(document.querySelector("svg").getBoundingClientRect())';
    const { width, height } = JSON.parse(await page.evaluate(size));
    assert(width > 50 && height > 50, `${file}: the picture is ${width} by ${height}`);
    assert.equal(await page.evaluate('document.querySelectorAll("parsererror").length'), 0, `${file} is not whole`);
    // A picture that is a film plays by itself.
    const isFilm = await page.evaluate('document.documentElement.outerHTML.includes("@keyframes")');
    const plays = await page.evaluate("document.getAnimations({ subtree: true }).length > 0");
    assert.equal(plays, isFilm, `${file}: it ${plays ? "plays" : "does not play"} by itself`);
    for (const scheme of ["light", "dark"]) {
      await page.colours(scheme);
      if (file.endsWith(".html")) {
        // Light letters on dark, dark ones on light.
        assert.equal(await page.evaluate(brightness) > 382, scheme === "dark", `${file} in ${scheme}`);
      }
      await page.screenshot(scheme);
    }
    assert.deepEqual(complaints, [], file);
    await page.close();
    console.log(`${file}: all right`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  send("Browser.close").catch(() => {});
  await Promise.race([gone, pause(5_000)]);
  process.exit();
}
