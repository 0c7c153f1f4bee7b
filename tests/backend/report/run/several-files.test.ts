import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { hexOf } from "../../../../shared/base/hex";
import { limits } from "../../../../shared/base/limits";
import { addGroup, addMember, createOwner } from "../../fixtures/fleet";
import { takeLogs } from "../../fixtures/logs";
import { send } from "../../fixtures/people";
import { endedRun } from "../../fixtures/report-run";

const now = Date.UTC(2026, 10, 26);
const september = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };

const request = (query: string, headers: Headers) => send(`/api/files?${query}`, { headers });
const errorOf = async (response: Response) => ((await response.json()) as { error: { name: string } }).error.name;

describe("files of several runs", () => {
	it("come as one archive, each byte for byte, and no two by one name", async () => {
		const { id, owner } = await createOwner();
		const made = [
			await endedRun(id, { now, files: [{ name: "Air 2026-09.pdf" }, { name: "AIR 2026-09.pdf" }] }),
			await endedRun(id, { now, files: [{ name: "Air 2026-09.pdf" }] }),
		];
		const runs = made.map(({ run }) => run.id).join(",");
		const response = await request(`runs=${runs}`, owner.headers);
		expect(response.headers.get("content-type")).toBe("application/zip");
		expect(response.headers.get("content-disposition")).toContain(".zip");
		const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
		const names = Object.keys(files).map((name) => name.toLowerCase());
		expect(names).toEqual(["air 2026-09.pdf", "air 2026-09 (2).pdf", "air 2026-09 (3).pdf"]);
		const hashes = await Promise.all(
			Object.values(files).map((bytes) => crypto.subtle.digest("SHA-256", bytes as BufferSource)),
		);
		expect(hashes.map((hash) => hexOf(new Uint8Array(hash)))).toEqual(
			made
				.flatMap((one) => one.files)
				.toSorted((a, b) => (a.id < b.id ? -1 : 1))
				.map(({ sha256 }) => sha256),
		);
	});

	it("include for a year those whose period begins in it", async () => {
		const { id, owner } = await createOwner();
		const { reportId, file } = await endedRun(id, { now, run: september });
		const year = (which: number) => request(`report=${reportId}&year=${which}`, owner.headers);
		const files = unzipSync(new Uint8Array(await (await year(2026)).arrayBuffer()));
		expect(Object.keys(files)).toEqual([file.name]);
		const none = await year(2025);
		expect([none.status, await errorOf(none)]).toEqual([404, "NoFiles"]);
	});

	it("fail as a whole if one is out of the reader's scope, gone, or another company's", async () => {
		const { id, owner } = await createOwner();
		const group = await addGroup(id, "Pharmacy");
		const viewer = await addMember(id, "viewer", { groupIds: [group] });
		const inside = await endedRun(id, { now, definition: { scope: { groupIds: [group] } } });
		const outside = await endedRun(id, { now });
		const both = `runs=${inside.run.id},${outside.run.id}`;
		expect((await request(`runs=${inside.run.id}`, viewer.headers)).status).toBe(200);
		const denied = await request(both, viewer.headers);
		expect([denied.status, await errorOf(denied)]).toEqual([404, "RunNotFound"]);
		const { owner: stranger } = await createOwner();
		const foreign = await request(both, stranger.headers);
		expect([foreign.status, await errorOf(foreign)]).toEqual([404, "RunNotFound"]);
		for (const odd of ["runs=", "runs=x", "year=2026", `report=${inside.reportId}&year=x`, ""]) {
			expect((await request(odd, owner.headers)).status, odd).toBe(404);
		}
		expect((await request(both, new Headers())).status).toBe(401);
		expect(takeLogs()).toHaveLength(1);
	});

	it("return an error with the limit if they are too many or too large", async () => {
		const { id, owner } = await createOwner();
		const bytes = new Uint8Array(1);
		const files = Array.from({ length: limits.filesPerDownload + 1 }, (_, position) => ({
			name: `${position}.csv`,
			bytes,
		}));
		const { run } = await endedRun(id, { now, files });
		const denied = await request(`runs=${run.id}`, owner.headers);
		expect(denied.status).toBe(413);
		expect(((await denied.json()) as { error: { message: string } }).error.message).toContain("400 files");
	});

	it("break the download if one cannot be read, and never end as if they were whole", async () => {
		const { id, owner } = await createOwner();
		const { run, files } = await endedRun(id, { now, files: [{ name: "1.pdf" }, { name: "2.pdf" }] });
		await env.ARCHIVE.delete(files[1]?.objectKey ?? "");
		const response = await request(`runs=${run.id}`, owner.headers);
		await expect(response.arrayBuffer()).rejects.toThrow();
		expect(takeLogs().join()).toContain("export-failed");
	});
});
