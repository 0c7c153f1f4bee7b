import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { localPassword } from "../../../local/personas.ts";
import { hourMs, minuteMs } from "../../../shared/base/durations.ts";
import type { PageFunction, StartedBrowser, Tab, Target } from "./tab.ts";

type Role = "button" | "link" | "menuitem" | "field" | "file" | "heading";

type Walk = { origin: string; folder: string; tab: Visit; other: Visit };

const waitsForMs = 60_000;
const lookAgainMs = 100;
const longestJourneyMs = 240_000;

/** Runs in the page: the element of a role and name, in the uppermost dialog if one is open. */
function named(role = "", name = ""): Element | null {
	const selectors: Record<string, string> = {
		button: "button, [role=button]",
		link: "a[href]",
		menuitem: "[role=menuitem]",
		field: "input:not([type=file]), textarea",
		file: "input[type=file]",
		heading: "h1, h2",
	};
	const isShown = (element: Element) => element.getClientRects().length > 0 && !element.closest("[inert]");
	const wordsOf = (element: Element) => {
		const label = "labels" in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : null;
		return (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").replace(/\s+/g, " ").trim();
	};
	const dialogs = [...document.querySelectorAll("[role=dialog]")].filter(isShown);
	const scope = role === "menuitem" ? document : (dialogs.at(-1) ?? document);
	const all = [...scope.querySelectorAll(selectors[role] ?? "")].filter((each) => role === "file" || isShown(each));
	return all.find((each) => wordsOf(each) === name) ?? all.find((each) => wordsOf(each).startsWith(name)) ?? null;
}

function hasText(text = ""): boolean {
	return document.body.innerText.includes(text);
}

function address(): string {
	return location.href;
}

function textOf(pattern = ""): string | null {
	return new RegExp(pattern).exec(document.body.innerText)?.[0] ?? null;
}

function isShownAgain(): void {
	window.dispatchEvent(new Event("visibilitychange"));
}

async function until<Found>(look: () => Promise<Found | null>, fault: () => Promise<string>): Promise<Found> {
	const endsAt = Date.now() + waitsForMs;
	for (;;) {
		const found = await look();
		if (found !== null) return found;
		if (Date.now() > endsAt) throw new Error(await fault());
		await pause(lookAgainMs);
	}
}

/** A tab as a person uses it: by what controls are called and what stands on the screen. */
class Visit {
	readonly #tab: Tab;
	readonly #origin: string;
	constructor(tab: Tab, origin: string) {
		this.#tab = tab;
		this.#origin = origin;
	}

	async open(path: string): Promise<void> {
		// A tab behind another one refreshes nothing.
		await this.#tab.show();
		await this.#tab.goto(new URL(path, this.#origin).href);
	}

	async #use(role: Role, name: string, use: (target: Target) => Promise<void>): Promise<void> {
		let last = "it is not there";
		const attempt = async () => {
			try {
				const target = await this.#tab.find(named, [role, name]);
				if (target === null) return null;
				await use(target);
				return true;
			} catch (error) {
				// The page may have drawn it anew meanwhile.
				last = String(error);
				return null;
			}
		};
		await until(attempt, async () => `${role} “${name}” on ${await this.read(address)}: ${last}`);
	}

	press = (role: Role, name: string) => this.#use(role, name, (target) => target.click());
	fill = (name: string, text: string) => this.#use("field", name, (target) => target.fill(text));
	upload = (name: string, path: string) => this.#use("file", name, (target) => target.upload(path));
	read = (read: PageFunction, ...args: string[]) => this.#tab.read(read, args);

	async sees(text: string): Promise<void> {
		const look = async () => ((await this.read(hasText, text)) === true ? true : null);
		await until(look, async () => `“${text}” is not on ${await this.read(address)}`);
	}

	async shows(role: Role, name: string): Promise<void> {
		const look = () => this.#tab.find(named, [role, name]);
		await until(look, async () => `No ${role} “${name}” on ${await this.read(address)}`);
	}

	heading = (name: string) => this.shows("heading", name);

	async finds(pattern: string): Promise<string> {
		// BiDi names null by its type alone.
		const look = async () => ((await this.read(textOf, pattern)) as string | null | undefined) ?? null; // as the function returns
		return until(look, async () => `Nothing like ${pattern} on ${await this.read(address)}`);
	}

	async isAt(part: string): Promise<void> {
		const look = async () => (String(await this.read(address)).includes(part) ? true : null);
		await until(look, async () => `Not at ${part} but ${await this.read(address)}`);
	}

	async returnTo(): Promise<void> {
		await this.#tab.show();
		await this.read(isShownAgain);
	}
}

/** An hour before the last: no reading of the demo has this second. */
function loggerFile(folder: string): string {
	const start = Math.floor(Date.now() / hourMs) * hourMs - 2 * hourMs;
	const times = Array.from({ length: 5 }, (_, index) => new Date(start + index * minuteMs + 13_000).toISOString());
	const path = join(folder, "walk.csv");
	writeFileSync(path, ["Time;Temperature [°C]", ...times.map((time) => `${time};4,2`), ""].join("\r\n"));
	return path;
}

/** The newest file of a report, fetched as its owner. */
async function reportFile({ origin, folder }: Walk, reportId: string): Promise<string> {
	const headers = { origin, "x-requested-by": "aqlcloud" };
	const signedIn = await fetch(`${origin}/api/auth/sign-in`, {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ email: "owner@aqlcloud.test", password: localPassword }),
	});
	const cookie = signedIn.headers.getSetCookie().map((each) => each.split(";")[0]);
	const read = (path: string) => fetch(`${origin}${path}`, { headers: { ...headers, cookie: cookie.join("; ") } });
	const input = encodeURIComponent(JSON.stringify({ json: { reportId } }));
	const response = await (await read(`/api/proxy/report.getRuns?input=${input}`)).text();
	const id = /fil_[0-9a-z]{26}/.exec(response)?.[0];
	if (!id) throw new Error(`The report has no file: ${response.slice(0, 300)}`);
	const path = join(folder, "report.csv");
	writeFileSync(path, Buffer.from(await (await read(`/api/files/${id}`)).arrayBuffer()));
	return path;
}

export const journeys: Record<string, (walk: Walk) => Promise<void>> = {
	async "sign-in"({ tab }) {
		await tab.open("/login");
		await tab.fill("E-mail", "owner@aqlcloud.test");
		await tab.fill("Password", "Wrong-demo-1");
		await tab.press("button", "Sign in");
		await tab.sees("The email or password is incorrect.");
		await tab.fill("Password", localPassword);
		await tab.press("button", "Sign in");
		await tab.heading("Dashboard");
	},
	async dashboard({ tab }) {
		await tab.open("/dashboard");
		await tab.sees("Closest to a limit");
		await tab.sees("Needs attention");
		await tab.press("link", "Devices");
		await tab.heading("Devices");
		await tab.sees("Cold room 1");
	},
	async log({ tab }) {
		await tab.open("/log/?range=day");
		await tab.heading("Log");
		await tab.sees("Cold room 1");
	},
	async rule({ tab }) {
		await tab.open("/alerts/?view=rules");
		await tab.press("link", "New rule");
		await tab.heading("New rule");
		await tab.press("link", "Device silent");
		await tab.isAt("template=");
		await tab.fill("Name", "Walked rule");
		await tab.press("button", "Create alert");
		await tab.heading("Walked rule");
	},
	async import({ tab, folder }) {
		await tab.open("/devices?q=Cold+room+1");
		await tab.press("link", "Cold room 1");
		await tab.heading("Cold room 1");
		await tab.press("button", "More actions");
		await tab.press("menuitem", "Import files");
		await tab.upload("File of readings", loggerFile(folder));
		await tab.press("button", "Import 5 readings");
		await tab.sees("Imported 5 readings from walk.csv.");
	},
	async "report and verify"(walk) {
		const { tab } = walk;
		await tab.open("/reports/new/");
		await tab.press("link", "Weekly summary");
		await tab.isAt("template=");
		await tab.fill("Name", "Walked report");
		await tab.press("button", "Create report");
		await tab.sees("No runs yet");
		await tab.press("button", "Run now");
		await tab.sees("Send it to its recipients");
		await tab.press("button", "Run now");
		await tab.shows("button", "Download");
		const reportId = await tab.read(address);
		const path = await reportFile(walk, /rep_[0-9a-z]{26}/.exec(String(reportId))?.[0] ?? "");
		await tab.open("/verify");
		await tab.upload("File to check", path);
		await tab.heading("Unchanged");
	},
	async wall({ tab, other }) {
		await tab.open("/groups/?q=Cold+rooms");
		await tab.press("link", "Cold rooms");
		await tab.heading("Cold rooms");
		await tab.press("button", "Add screen");
		await tab.fill("Name", "Walked screen");
		await tab.press("button", "Add screen");
		const wall = await tab.finds("http\\S+/wall#aqw_\\S+");
		await tab.press("button", "I have copied the address");
		await other.open(wall);
		await other.heading("Cold rooms");
		await other.sees("Cold room 1");
	},
	async "two tabs"({ tab, other }) {
		await tab.open("/dashboard");
		await tab.heading("Dashboard");
		await other.open("/devices");
		await other.heading("Devices");
		await tab.press("button", "MO: account of");
		await tab.press("menuitem", "Sign out");
		await tab.sees("Sign in");
		await other.returnTo();
		await other.sees("Sign in");
	},
};

/** A browser that no longer responds must not hold the run. */
async function isTooLate(): Promise<never> {
	await pause(longestJourneyMs, undefined, { ref: false });
	throw new Error(`Not done after ${longestJourneyMs / 1_000} s`);
}

/** Returns the failures by journey. */
export async function walkAll(browser: StartedBrowser, { origin, folder }: Pick<Walk, "origin" | "folder">) {
	const tab = new Visit(await browser.newTab(), origin);
	const other = new Visit(await browser.newTab(), origin);
	const failures: { journey: string; reason: string }[] = [];
	for (const [journey, walk] of Object.entries(journeys)) {
		try {
			await Promise.race([walk({ origin, folder, tab, other }), isTooLate()]);
			console.log(`  ${journey}`);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			failures.push({ journey, reason });
			console.log(`  ${journey}: FAILED. ${reason}`);
		}
	}
	return failures;
}
