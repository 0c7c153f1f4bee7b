import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { called, firstOnPath, freePort, type PageFunction, type StartedBrowser, startsUp } from "./tab.ts";

/** https://www.w3.org/TR/webdriver2/#elements */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** A form with typed text would hold the next page back. */
const unasked = { unhandledPromptBehavior: "accept" };

/** The installed WebKit by WebDriver. Without a display it runs on a virtual one, if the machine has Xvfb. */
export async function startWebKit(): Promise<StartedBrowser | null> {
	const driver = firstOnPath(["WebKitWebDriver"]);
	if (driver === null) return null;
	const profile = mkdtempSync(join(tmpdir(), "aqlcloud-webkit-"));
	const display = await startDisplay();
	const port = await freePort();
	const environment = { ...process.env, ...display.environment, HOME: profile, XDG_RUNTIME_DIR: profile };
	const process_ = spawn(driver, [`--port=${port}`], { stdio: "ignore", env: environment });
	const end = () => {
		process_.kill();
		display.end();
		rmSync(profile, { recursive: true, force: true });
	};
	const send = async (method: "GET" | "POST" | "DELETE", path: string, body: object = {}): Promise<unknown> => {
		const response = await fetch(`http://127.0.0.1:${port}${path}`, {
			method,
			...(method === "POST" && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
		});
		const { value } = (await response.json()) as { value: unknown }; // every response of the protocol has it
		if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
		return value;
	};
	try {
		await startsUp(() => send("GET", "/status"));
		const wanted = { ...unasked, "webkitgtk:browserOptions": { args: ["--automation"] } };
		const made = await send("POST", "/session", { capabilities: { alwaysMatch: wanted } });
		const { sessionId, capabilities } = made as { sessionId: string; capabilities: Record<string, string> }; // as the protocol says
		const at = `/session/${sessionId}`;
		let isFirst = true;
		return {
			version: `${capabilities.browserVersion}`,
			close: async () => {
				await send("DELETE", at).finally(end);
			},
			async newTab() {
				const handle = isFirst
					? await send("GET", `${at}/window`)
					: ((await send("POST", `${at}/window/new`, { type: "tab" })) as { handle: string }).handle; // as the protocol says
				isFirst = false;
				const here = async (method: "GET" | "POST", path: string, body: object = {}) => {
					await send("POST", `${at}/window`, { handle });
					return send(method, `${at}${path}`, body);
				};
				const run = (source: PageFunction, args: string[]) =>
					here("POST", "/execute/sync", { script: `return ${called(source, args)}`, args: [] });
				return {
					goto: async (address) => void (await here("POST", "/url", { url: address })),
					read: run,
					show: async () => void (await here("GET", "/url")),
					async find(find, args) {
						const found = (await run(find, args)) as Record<string, string> | null; // an element is such an object
						if (found === null) return null;
						const element = `/element/${found[elementKey]}`;
						const type = (text: string) => here("POST", `${element}/value`, { text });
						return {
							click: async () => void (await here("POST", `${element}/click`)),
							upload: async (path) => void (await type(path)),
							fill: async (text) => {
								await here("POST", `${element}/clear`);
								await type(text);
							},
						};
					},
				};
			},
		};
	} catch (error) {
		end();
		throw error;
	}
}

type Display = { environment: Record<string, string>; end: () => void };

async function startDisplay(): Promise<Display> {
	if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY || firstOnPath(["Xvfb"]) === null)
		return { environment: {}, end: () => {} };
	const server: ChildProcess = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
		stdio: ["ignore", "ignore", "ignore", "pipe"],
	});
	const number = await new Promise<string>((resolve, reject) => {
		server.once("error", reject);
		server.stdio[3]?.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
	});
	return { environment: { DISPLAY: `:${number}` }, end: () => void server.kill() };
}
