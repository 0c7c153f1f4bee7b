import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { called, firstOnPath, freePort, type PageFunction, type StartedBrowser, startsUp } from "./tab.ts";

type Remote = { type: string; value?: unknown; sharedId?: string };

/** A form with typed text would hold the next page back. */
const unasked = { unhandledPromptBehavior: { default: "accept" } };

/** The installed Firefox by WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function startFirefox(): Promise<StartedBrowser | null> {
	const program = firstOnPath(["firefox", "firefox-esr"]);
	if (program === null) return null;
	const profile = mkdtempSync(join(tmpdir(), "aqlcloud-firefox-"));
	const port = await freePort();
	const options = ["--headless", "--no-remote", "--profile", profile, `--remote-debugging-port=${port}`];
	const browser = spawn(program, options, { stdio: "ignore" });
	const end = async () => {
		const hasEnded = new Promise((resolve) => browser.once("exit", resolve));
		browser.kill();
		await hasEnded;
		rmSync(profile, { recursive: true, force: true });
	};
	try {
		const send = commandsOf(await startsUp(() => connect(`ws://127.0.0.1:${port}/session`)));
		const { capabilities } = (await send("session.new", { capabilities: { alwaysMatch: unasked } })) as {
			capabilities: { browserVersion: string }; // as the protocol says
		};
		return {
			version: capabilities.browserVersion,
			close: end,
			async newTab() {
				const { context } = (await send("browsingContext.create", { type: "tab" })) as { context: string }; // as the protocol says
				await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 900 } });
				const run = async (expression: string): Promise<Remote> => {
					const parameters = { expression, target: { context }, awaitPromise: true, resultOwnership: "root" };
					const response = (await send("script.evaluate", parameters)) as {
						result?: Remote;
						exceptionDetails?: { text: string };
					}; // as the protocol says
					if (!response.result) throw new Error(response.exceptionDetails?.text ?? "The page ran nothing");
					return response.result;
				};
				const act = (id: "mouse" | "keys", actions: object[]) =>
					send("input.performActions", {
						context,
						actions: [{ type: id === "mouse" ? "pointer" : "key", id, actions }],
					});
				return {
					goto: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
					read: async (read: PageFunction, args) => (await run(called(read, args))).value,
					show: async () => void (await send("browsingContext.activate", { context })),
					async find(find, args) {
						const { type, sharedId } = await run(called(find, args));
						if (type !== "node") return null;
						const element = { sharedId };
						const on = (functionDeclaration: string) =>
							send("script.callFunction", {
								functionDeclaration,
								target: { context },
								awaitPromise: false,
								arguments: [element],
							});
						return {
							async click() {
								await on("(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })");
								await act("mouse", [
									{ type: "pointerMove", x: 0, y: 0, origin: { type: "element", element } },
									{ type: "pointerDown", button: 0 },
									{ type: "pointerUp", button: 0 },
								]);
							},
							async fill(text) {
								await on("(element) => { element.focus(); element.select(); }");
								const keys = [...text].flatMap((value) => [
									{ type: "keyDown", value },
									{ type: "keyUp", value },
								]);
								await act("keys", keys);
							},
							upload: async (path) => void (await send("input.setFiles", { context, element, files: [path] })),
						};
					},
				};
			},
		};
	} catch (error) {
		await end();
		throw error;
	}
}

function connect(address: string): Promise<WebSocket> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(address);
		socket.addEventListener("open", () => resolve(socket));
		socket.addEventListener("error", () => reject(new Error(`Firefox does not answer at ${address}`)));
	});
}

/** Responses come by the number of their command; one that is an error rejects. */
function commandsOf(socket: WebSocket) {
	const waiting = new Map<number, PromiseWithResolvers<unknown>>();
	socket.addEventListener("message", ({ data }) => {
		const { id, type, result, message } = JSON.parse(String(data));
		const command = waiting.get(id);
		waiting.delete(id);
		if (type === "error") command?.reject(new Error(message));
		else command?.resolve(result);
	});
	let last = 0;
	return (method: string, params: object): Promise<unknown> => {
		last += 1;
		const command = Promise.withResolvers<unknown>();
		waiting.set(last, command);
		socket.send(JSON.stringify({ id: last, method, params }));
		return command.promise;
	};
}
