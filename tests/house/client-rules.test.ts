import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

function filesBelow(folder: string, ending: RegExp): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && ending.test(entry.name))
		.map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)))
		.sort();
}

const readText = (path: string) => readFileSync(join(root, path), "utf8");

/** Public screens: the specification's seven of section 2 and the second step of signing in. */
const publicScreens = [
	"_public/index.tsx",
	"_public/signup.tsx",
	"_public/verify.tsx",
	"_public/login.tsx",
	"_public/login_.sso.tsx",
	"_public/forgot-password.tsx",
	"_public/confirm.tsx",
	"_public/new-password.tsx",
	"_public/new-password-required.tsx",
	"_public/second-step.tsx",
];
const layouts = ["__root.tsx", "_authenticated.tsx", "_signed-in.tsx", "_public.tsx"];

describe("the routes", () => {
	const routeFiles = filesBelow("client/routes", /\.tsx?$/);

	it("stand behind a layout that checks the session, or on the public list", () => {
		expect(routeFiles.length).toBeGreaterThan(8);
		const open = routeFiles.filter((path) => !/^(_authenticated|_signed-in)[/.]/.test(path) && !layouts.includes(path));
		expect(open.filter((path) => !publicScreens.includes(path))).toEqual([]);
	});

	it("check the session at the root alone, once for each navigation", () => {
		const requesting = routeFiles.filter((path) => readText(`client/routes/${path}`).includes("session.check()"));
		expect(requesting).toEqual(["__root.tsx"]);
	});

	it("have a guard in every such layout, which a preload never turns into a redirect", () => {
		for (const layout of layouts.slice(1)) {
			const source = readText(`client/routes/${layout}`);
			expect(source, layout).toMatch(/beforeLoad: async \(.*preload.*\) =>/);
			expect(source, layout).toContain("await context.sessionResponse");
			for (const line of source.split("\n").filter((text) => text.includes("throw redirect(")))
				expect(line, layout).toContain("!preload");
		}
	});
});

describe("the client", () => {
	it("says in one place which entries of a menu ask first, with the three dots at their end", () => {
		const written = filesBelow("client", /\.tsx?$/)
			.filter((path) => /\b(RowAction|BulkAction|rowAction|bulkAction)\b/.test(readText(`client/${path}`)))
			.flatMap((path) => [
				...readText(`client/${path}`).matchAll(/(?<!value: "[^"]*", )\blabel: (?:\([^)]*\) => )?["`][^"`]*…["`]/g),
			]);
		expect(written.map(([entry]) => entry)).toEqual([]);
	});

	it("uses only classes that its style sheets define, as a missing one is no error of a type", () => {
		const used = filesBelow("client", /\.tsx?$/).flatMap((path) => {
			const source = readText(`client/${path}`);
			const sheets = [...source.matchAll(/^import (\w+) from "(\..+\.module\.css)";$/gm)];
			return sheets.flatMap(([, name, sheet = ""]) => {
				const rules = readText(join("client", path, "..", sheet));
				const names = [...source.matchAll(new RegExp(`(?<![\\w.])${name}\\.([a-zA-Z]\\w*)`, "g"))].map(
					([, used]) => used,
				);
				return names.map((used) => ({
					place: `${path}: .${used}`,
					isDefined: new RegExp(`\\.${used}\\b`).test(rules),
				}));
			});
		});
		expect(used.length).toBeGreaterThan(500);
		expect(used.filter(({ isDefined }) => !isDefined).map(({ place }) => place)).toEqual([]);
	});

	it("uses one field to choose from a list, and one for a date and a time", () => {
		const exceptions = [
			"client/ui/form/select.tsx",
			"client/ui/form/moment-calendar.tsx",
			// Picks a day or two of a whole range in a calendar of its own.
			"client/features/log/range/custom-range-dialog.tsx",
			// A native select: Mantine's would add a twentieth to the code of the first screen.
			"client/features/sign-in/welcome-panes.tsx",
		];
		const other =
			/\bNativeSelect\b|<select\b|type="(datetime-local|date|time)"|import \{[^}]*(\bSelect\b[^}]*\} from "@mantine\/core"|\} from "@mantine\/dates")/;
		const files = filesBelow("client", /\.tsx?$/).map((path) => `client/${path}`);
		expect(files.filter((path) => other.test(readText(path)))).toEqual(exceptions.sort());
	});

	it("writes numbers and times by the one form of shared/formats, as the backend does", () => {
		const exceptions = ["client/features/import/question.tsx"];
		const files = ["backend", "client", "shared", "worker"].flatMap((folder) =>
			filesBelow(folder, /\.(tsx?|js)$/).map((path) => `${folder}/${path}`),
		);
		expect(files.filter((path) => /\.toLocale\w*String\(/.test(readText(path)))).toEqual(exceptions);
	});

	it("writes nothing to the console of the person who uses it", () => {
		const sources = filesBelow("client", /\.tsx?$/);
		expect(sources.length).toBeGreaterThan(50);
		expect(
			sources.filter((path) => /\bconsole\.(log|debug|info|table|dir)\(/.test(readText(`client/${path}`))),
		).toEqual([]);
	});

	it("contains no script, handler or javascript: address inside its page, which the policy forbids", () => {
		const page = readText("index.html");
		const scripts = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
		expect(scripts.length).toBeGreaterThan(0);
		for (const [whole, attributes, body] of scripts) {
			expect(attributes, whole).toMatch(/\bsrc="\//);
			expect(body?.trim(), whole).toBe("");
		}
		expect(page).not.toMatch(/\son\w+=|javascript:/i);
	});
});
