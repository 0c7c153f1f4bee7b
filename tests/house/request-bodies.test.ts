import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "worker", "backend"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)));

/** Names of bodies that are no request: responses, objects of R2, files. Any other body has a limit. */
const notRequests = /^(answer|response|object|image|held|source|file|[)\]])$/;
const reads = /([\w$]+|[)\]])(?:\?)?\s*\.(?:clone\(\)\s*\.)?(text|json|arrayBuffer|formData|blob|bytes)\(\)/g;

const counted = ["backend/alert/rehearsal-call.ts request.text()", "backend/proxy.ts request.arrayBuffer()"];

const unbounded = ["await request.text()", "c.req.json()", "raw.arrayBuffer()", "sent.clone().formData()"];
const others = [
	"await answer.json()",
	"(await fetch(url)).text()",
	"new Response(readable).arrayBuffer()",
	"Date.now()",
];

function requestReads(text: string): string[] {
	return [...text.matchAll(reads)].flatMap(([read, of = ""]) => (notRequests.test(of) ? [] : [read]));
}

const ownFiles = [
	"backend/evidence/evidence-objects.ts",
	"backend/leaving/export/add-slice.ts",
	"backend/report/formats/row-spool.ts",
];

it("separates a request's body from a response's", () => {
	expect(unbounded.map((text) => requestReads(text).length)).toEqual(unbounded.map(() => 1));
	expect(others.map((text) => requestReads(text).length)).toEqual(others.map(() => 0));
});

it("reads a caller's body by readBody alone, which counts its bytes", () => {
	const found = sources.flatMap((path) =>
		requestReads(readFileSync(join(root, path), "utf8")).map((read) => `${path} ${read}`),
	);
	expect(found).toEqual(counted);
});

it("inflates a caller's body by inflated alone, as a stream inflates what it is handed before anything counts it", () => {
	const streams = sources.filter((path) => readFileSync(join(root, path), "utf8").includes("new DecompressionStream("));
	expect(streams).toEqual(ownFiles);
});
