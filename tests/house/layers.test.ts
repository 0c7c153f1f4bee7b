import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(join(root, path)));

type Import = { from: string; to: string; isTypeOnly: boolean };

const importPattern =
	/^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)|^import "(\.[^"]+)"/gm;

function importsOf(path: string): Import[] {
	const source = readFileSync(join(root, path), "utf8");
	return [...source.matchAll(importPattern)].map((match) => ({
		from: path,
		to: normalize(join(dirname(path), match[2] ?? match[3] ?? match[4] ?? "")),
		isTypeOnly: match[1] !== undefined,
	}));
}

const imports = files.flatMap(importsOf);
const layerOf = (path: string) => path.split("/")[0] ?? "";

const mayImport: Record<string, string[]> = {
	shared: ["shared"],
	worker: ["worker", "shared"],
	backend: ["backend", "shared"],
	local: ["local", "shared"],
	client: ["client", "shared"],
};

describe("the layers", () => {
	it("exist, so that the rules below have something to hold", () => {
		for (const layer of Object.keys(mayImport)) {
			expect(files.filter((path) => layerOf(path) === layer).length, layer).toBeGreaterThan(2);
		}
		expect(imports.length).toBeGreaterThan(50);
	});

	it("import along the arrows only", () => {
		const forbidden = imports.filter(({ from, to, isTypeOnly }) => {
			const allowed = mayImport[layerOf(from)];
			if (!allowed || allowed.includes(layerOf(to))) return false;
			return !(from === "client/api/trpc.ts" && to === "backend/router" && isTypeOnly);
		});
		expect(forbidden).toEqual([]);
	});

	it("keep blocks and tables out of the tests that every store of readings passes", () => {
		const ofEveryStore = files.filter((path) => dirname(path) === "tests/backend/store");
		expect(ofEveryStore.length).toBeGreaterThan(5);
		const ofBlocks = /\b\w+Blocks\b|\.sql\b|\/store\/(?:block|archive|rows|store-parts)/;
		expect(ofEveryStore.filter((path) => ofBlocks.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
	});

	it("keep client features apart, calls out of controls, and controls out of calls", () => {
		const forbidden = imports.filter(({ from, to }) => {
			if (layerOf(from) !== "client" || layerOf(to) !== "client") return false;
			const [, source = "", area] = from.split("/");
			const [, target, other] = to.split("/");
			if (source === "features") return target === "features" && area !== other;
			if (source === "api") return target === "ui";
			return ["entities", "ui"].includes(source) && target === "api";
		});
		expect(forbidden).toEqual([]);
	});
});

describe("file names", () => {
	it("say what a file holds", () => {
		const vague = files.filter((path) =>
			path.split("/").some((part) => /^(utils?|helpers?|misc|common|lib)(\.|$)/.test(part)),
		);
		expect(vague).toEqual([]);
	});

	it("use index.ts for the entries of Workers only", () => {
		const indexes = files.filter((path) => /^index\.tsx?$/.test(basename(path)) && !path.startsWith("client/routes/"));
		expect(indexes.sort()).toEqual(["backend/index.ts", "local/index.ts", "worker/index.ts"]);
	});

	it("keep browser tests in tests/e2e", () => {
		expect(files.filter((path) => path.includes(".e2e.") && !path.startsWith("tests/e2e/"))).toEqual([]);
	});
});

describe("errors", () => {
	it("differ by code and never by their message", () => {
		const product = files.filter((path) => layerOf(path) in mayImport);
		const comparing = product.filter((path) =>
			/\.message(\)?\.(includes|startsWith|endsWith|match)\(| ===? ["'`])/.test(readFileSync(join(root, path), "utf8")),
		);
		expect(comparing).toEqual([]);
	});
});

describe("runs of reports", () => {
	const readers = ["findRun", "findFile", "listRuns", "listRunsOfPeriod", "lastRuns"];
	const readsRuns = (source: string) => {
		const names = /import \{([^}]*)\} from "[./]*\/db\/report-run-rows"/.exec(source)?.[1]?.split(",") ?? [];
		return names.some((name) => readers.includes(name.trim()));
	};

	it("reach members through the one file that checks their scope", () => {
		const backend = files.filter((path) => layerOf(path) === "backend");
		const reading = backend.filter((path) => readsRuns(readFileSync(join(root, path), "utf8")));
		const forMembers = reading.filter((path) =>
			/\b(MemberContext|Verb)\b/.test(readFileSync(join(root, path), "utf8")),
		);
		expect(forMembers).toEqual(["backend/report/run/visible-runs.ts"]);
		expect(reading.length).toBeGreaterThan(5);
	});
});

describe("documents", () => {
	it("cite paths that exist", () => {
		const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
			cwd: root,
			encoding: "utf8",
		})
			.split("\n")
			.filter(Boolean);
		const isOurs = /^(worker|backend|local|client|shared|tests|docs)\/[\w./$-]*$/;
		const missing = documents.flatMap((document) =>
			[...readFileSync(join(root, document), "utf8").matchAll(/`([^`\s]+)`|\]\(([^)#\s]+)\)/g)]
				.map((match) => match[1] ?? normalize(join(dirname(document), match[2] ?? "")))
				.filter((path) => isOurs.test(path) && !existsSync(join(root, path)))
				.map((path) => `${document}: ${path}`),
		);
		expect(missing).toEqual([]);
	});
});

describe("the procedures", () => {
	/** Procedures that no screen calls, each with its reason. */
	const otherwiseCalled: Record<string, string> = {
		getAttachmentFile: "the download of a file",
		getArchiveFiles: "the archives of an export, below /api/files",
		getChanges: "programs follow readings by it",
		getLakeFile: "a Parquet file, below /api/files",
		getStepSeries: "programs draw charts by it",
		sendReadings: "programs send readings by it",
		getExportHead: "the backend's own export begins with it",
		getFile: "the backend's own endpoint of files begins with it",
		getFiles: "so does that of several files at once",
		getYearOfFiles: "and that of a year of them",
		getRehearsalHead: "the backend Worker's own rehearsal begins with it",
		getRoundWalk: "the page of rounds for phones, which has no code of the console, shows it",
		getRehearsalPage: "the backend Worker's own rehearsal reads by it",
	};

	it("belong to a screen, or stand above with their callers", () => {
		const read = (path: string) => readFileSync(join(root, path), "utf8");
		const routers = files.filter((path) => /^backend\/\w+\/router\.ts$/.test(path));
		const names = routers.flatMap((path) =>
			[...read(path).matchAll(/^\t(\w+): procedureFor/gm)].map(([, name = ""]) => name),
		);
		expect(names.length).toBeGreaterThan(40);
		const client = files
			.filter((path) => layerOf(path) === "client")
			.map(read)
			.join("\n");
		const uncalled = names.filter((name) => !new RegExp(`\\.\\s*${name}\\b`).test(client));
		expect(uncalled.sort()).toEqual(Object.keys(otherwiseCalled).sort());
	});
});
