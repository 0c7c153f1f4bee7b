import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { devices as deviceRows, reportSignatures } from "../../../backend/db/schema";
import { hourMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import type { RecordStudy, SavedStudy, SaveStudy } from "../../../shared/report/mapping-study";
import type { Report, ReportRun } from "../../../shared/report/report";
import type { StudyResult, StudyResultRow, StudyView } from "../../../shared/report/study-view";
import { signPurpose } from "../../../shared/session/identity-confirmation";
import { actByApi, addApiKey, callApi, pageOf } from "../fixtures/api-keys";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, writeBehind } from "../fixtures/fleet";
import { confirmAct, dataOf, type Person } from "../fixtures/people";
import { finishedRun } from "../fixtures/reports";

let accountId: string;
let owner: Person;
let groupId: string;
let devices: { id: string; channelId: string; key: string }[];

beforeEach(async () => {
	({ id: accountId, owner } = await createOwner());
	groupId = await addGroup(accountId, "Cold room");
	devices = [];
	for (const name of ["Door", "Back"]) {
		const { device, key } = await addDevice(owner, { name, serialNumber: name, groupIds: [groupId] });
		const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		devices.push({ id: device.id, channelId: channels[0]?.id ?? "", key });
	}
});

function studyInput(changes: Partial<SaveStudy> = {}): SaveStudy {
	return {
		reportId: null,
		version: null,
		groupId,
		name: "Cold room",
		purpose: "Before its first use",
		planId: null,
		positions: devices.map(({ id, channelId }, index) => ({
			name: index === 0 ? "Door" : "Back",
			deviceId: id,
			channelId,
			at: null,
		})),
		criteria: { min: 2, max: 8, outMinutes: 0, spread: 3, hours: 1, coverage: 95 },
		conditions: [{ kind: "door", text: "" }],
		repeats: null,
		...changes,
	};
}

const save = (changes: Partial<SaveStudy> = {}, person = owner) =>
	person.mutate("report.saveStudy", studyInput(changes));
const target = ({ reportId, version }: SavedStudy) => ({ reportId, version });
const studies = async (person = owner) => dataOf<StudyView[]>(await person.query("report.getStudies", { groupId }));
const start = (saved: SavedStudy, person = owner) => person.mutate("report.startStudy", target(saved));
const end = (saved: SavedStudy) => owner.mutate("report.endStudy", target(saved));
const record = (saved: SavedStudy, changes: Partial<RecordStudy> = {}) =>
	owner.mutate("report.recordStudy", { ...target(saved), spans: [], decision: null, format: "pdf", ...changes });

async function sign(runId: string, person = owner, meaning = "approved") {
	const { files } = await finishedRun(owner, runId);
	const [file] = files;
	if (!file) throw new Error("The run has no file");
	await confirmAct(person, signPurpose({ runId, sha256: file.sha256 }));
	const reason = meaning === "rejected" ? "Wrong limits" : "";
	return person.mutate("report.signReport", { runId, fileId: file.id, meaning, reason });
}

async function signedStudy(changes: Partial<SaveStudy> = {}): Promise<SavedStudy> {
	const saved = dataOf<SavedStudy>(await save(changes));
	dataOf(await sign(saved.runId ?? ""));
	return saved;
}

async function startedStudy(): Promise<SavedStudy> {
	return dataOf<SavedStudy>(await start(await signedStudy()));
}

const fieldsOf = (reply: Awaited<ReturnType<typeof save>>) => reply.error?.data.fields ?? {};

describe("a mapping study", () => {
	it("starts only once somebody has approved its criteria, whose file names the signature", async () => {
		const saved = dataOf<SavedStudy>(await save());
		expect(fieldsOf(await start(saved)).reportId).toMatch(/Nobody has approved/);
		dataOf(await sign(saved.runId ?? "", owner, "reviewed"));
		expect(fieldsOf(await start(saved)).reportId).toMatch(/Nobody has approved/);
		dataOf(await sign(saved.runId ?? ""));
		expect((await studies())[0]?.signed?.by).toBe((await finishedRun(owner, saved.runId ?? "")).signatures[0]?.name);
		dataOf(await start(saved));
		const [view] = await studies();
		expect(view?.study.signed).toMatchObject({ version: 1, sha256: view?.run?.files[0]?.sha256 });
		expect(view?.study.startedAt).toBeGreaterThan(view?.study.signed?.at ?? Number.NaN);
	});

	it("does not start by a file that another person rejected", async () => {
		const saved = await signedStudy();
		const admin = await addMember(accountId, "admin");
		dataOf(await sign(saved.runId ?? "", admin, "rejected"));
		expect(fieldsOf(await start(saved)).reportId).toMatch(/Nobody has approved/);
	});

	it("needs another signature after a change of what was signed, and its new version says so", async () => {
		const saved = await signedStudy();
		const changed = { criteria: { ...studyInput().criteria, max: 9 } };
		const next = dataOf<SavedStudy>(await save({ ...target(saved), ...changed }));
		expect(next.version).toBe(saved.version + 1);
		expect(fieldsOf(await start(next)).reportId).toMatch(/Nobody has approved/);
		const [view] = await studies();
		expect(view).toMatchObject({ signed: null, study: { replaces: { version: 1 } } });
		dataOf(await sign(next.runId ?? ""));
		dataOf(await start(next));
	});

	it("keeps the signature of what is saved again without a change", async () => {
		const saved = await signedStudy();
		const next = dataOf<SavedStudy>(await save(target(saved)));
		expect((await studies())[0]).toMatchObject({ study: { replaces: null }, signed: { by: expect.any(String) } });
		dataOf(await start(next));
	});

	it("changes neither criteria nor positions after its start, by its form and by that of reports", async () => {
		const started = await startedStudy();
		expect(fieldsOf(await save(target(started))).reportId).toMatch(/has started/);
		expect(fieldsOf(await start(started)).reportId).toMatch(/has started/);
		const { reportId } = started;
		const report = dataOf<Report>(await owner.query("report.getReport", { reportId }));
		const change = { ...report.definition, reportId, version: report.version };
		expect(Object.keys(fieldsOf(await owner.mutate("report.updateReport", change)))).toEqual(["type"]);
		expect(Object.keys(fieldsOf(await owner.mutate("report.createReport", report.definition)))).toEqual(["type"]);
		expect(fieldsOf(await owner.mutate("report.duplicateReport", { reportId })).reportId).toMatch(/page of its group/);
		expect(fieldsOf(await owner.mutate("report.runReport", { reportId, isSent: false })).period).toMatch(/its group/);
		expect((await owner.mutate("report.deleteReports", { reportIds: [reportId] })).error?.data.reason).toBe(
			"REPORT_SIGNED",
		);
	});

	it("lets two people sign at once, and one of two start it", async () => {
		const saved = dataOf<SavedStudy>(await save());
		const admin = await addMember(accountId, "admin");
		await finishedRun(owner, saved.runId ?? "");
		const signed = await Promise.all([sign(saved.runId ?? ""), sign(saved.runId ?? "", admin)]);
		expect(signed.map(({ error }) => error)).toEqual([null, null]);
		const begun = await Promise.all([start(saved), start(saved, admin)]);
		expect(begun.filter(({ error }) => error === null)).toHaveLength(1);
		expect(begun.find(({ error }) => error)?.error?.data.reason).toBe("CHANGED_MEANWHILE");
		expect((await studies())[0]?.run?.signatures).toHaveLength(2);
	});

	it("says which sensor did not change while another one did, and leaves the criteria as they are", async () => {
		const started = await startedStudy();
		const from = (await studies())[0]?.study.startedAt ?? 0;
		for (const [index, { key }] of devices.entries()) {
			const values = [5, 5 + index, 5, 5 + 2 * index];
			await ingest(
				key,
				values.map((value, step) => ({ channel: "Air", at: from + step, value })),
			);
		}
		const ended = dataOf<SavedStudy>(await end(started));
		const { figures, tables } = dataOf<StudyResult>(await owner.query("report.previewStudy", target(ended)));
		expect(figures?.positions.map(({ stillMs }) => stillMs !== null)).toEqual([true, false]);
		expect(tables.flatMap(({ rows }) => rows.flat()).join("\n")).toContain("“Door”: its sensor did not change");
	});

	it("needs a signature anew in an account that was set back to before it", async () => {
		const saved = await signedStudy();
		await inAccount(accountId, (db) => void db.delete(reportSignatures).run());
		expect((await studies())[0]).toMatchObject({ signed: null, study: { startedAt: null } });
		expect(fieldsOf(await start(saved)).reportId).toMatch(/Nobody has approved/);
		dataOf(await sign(saved.runId ?? ""));
		dataOf(await start(saved));
	});

	it("takes conditions of its own time alone, a decision after its end, and makes a file of the result", async () => {
		const started = await startedStudy();
		const from = (await studies())[0]?.study.startedAt ?? 0;
		const span = { kind: "door" as const, text: "Ten minutes", from, to: from + 1 };
		expect(fieldsOf(await record(started, { spans: [{ ...span, from: from - 1 }] }))).toEqual({
			"spans.0.from": expect.stringMatching(/outside the study/),
		});
		expect(Object.keys(fieldsOf(await record(started, { spans: [{ ...span, to: from + hourMs }] })))).toEqual([
			"spans.0.to",
		]);
		const decision = { positions: ["Door"], text: "The door stays." };
		expect(fieldsOf(await record(started, { decision }))["decision.text"]).toMatch(/once the study has ended/);
		const marked = dataOf<SavedStudy>(await record(started, { spans: [span] }));
		expect(marked.runId).toBeNull();
		const ended = dataOf<SavedStudy>(await end(marked));
		expect(fieldsOf(await end(ended)).reportId).toMatch(/ended already/);
		expect(fieldsOf(await record(ended, { decision: { ...decision, positions: ["Roof"] } }))).toHaveProperty(
			"decision.positions",
		);
		const decided = dataOf<SavedStudy>(await record(ended, { spans: [span], decision, format: "csv" }));
		const run = await finishedRun(owner, decided.runId ?? "");
		expect(run.files[0]?.name).toMatch(/\.csv$/);
		expect((await studies())[0]?.study).toMatchObject({
			spans: [span],
			decision: { ...decision, by: expect.any(String) },
		});
	});

	it("says of a position whose device was deleted meanwhile that it has no data, and passes nothing", async () => {
		const started = await startedStudy();
		const { startedAt } = (await studies())[0]?.study ?? {};
		for (const { key } of devices) await ingest(key, [{ channel: "Air", at: startedAt, value: 5 }]);
		const gone = devices[1]?.id ?? "";
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [gone] }));
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [gone] }));
		await writeBehind(accountId, (db) => {
			db.update(deviceRows)
				.set({ deletedFrom: new Date(1) })
				.where(eq(deviceRows.id, gone))
				.run();
		});
		const [view] = await studies();
		const ended = dataOf<SavedStudy>(await end({ ...started, version: view?.version ?? 0 }));
		const { tables } = dataOf<StudyResult>(await owner.query("report.previewStudy", target(ended)));
		const whole = tables.find(({ title }) => title === "Criteria over the whole study");
		expect(whole?.rows[0]?.at(-1)).toBe("Cannot be said: data are missing");
		expect(whole?.rows.flat()).not.toContain("Met");
		expect(dataOf<ReportRun>(await owner.query("report.getRun", { runId: ended.runId })).state).not.toBe("failed");
	});

	it("goes on with a device that leaves the group, for members who still see it", async () => {
		const inGroup = await addMember(accountId, "admin", { groupIds: [groupId] });
		const started = await startedStudy();
		expect(await studies(inGroup)).toHaveLength(1);
		const deviceId = devices[0]?.id ?? "";
		const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
		dataOf(await owner.mutate("device.updateDevice", { deviceId, version, groupIds: [] }));
		expect(await studies(inGroup)).toEqual([]);
		expect((await inGroup.mutate("report.endStudy", target(started))).error?.data.reason).toBe("REPORT_NOT_FOUND");
		const ended = dataOf<SavedStudy>(await end(started));
		expect((await finishedRun(owner, ended.runId ?? "")).state).not.toBe("failed");
	});

	it.each(["operator", "viewer"] as const)("is read and not changed by a %s", async (role) => {
		const person = await addMember(accountId, role);
		const saved = await signedStudy();
		expect(await studies(person)).toHaveLength(1);
		for (const reply of [await save({}, person), await start(saved, person)]) {
			expect(reply.error?.data.reason).toBe("NOT_PERMITTED");
		}
	});

	it("repeats another study by a draft of its own", async () => {
		const first = await signedStudy();
		const again = dataOf<SavedStudy>(await save({ repeats: first.reportId }));
		const [view] = (await studies()).filter(({ id }) => id === again.reportId);
		expect(view).toMatchObject({ name: "Cold room (2)", signed: null, study: { repeats: { name: "Cold room" } } });
	});

	it("rejects positions that cannot be compared, each at its field", async () => {
		const [door, back] = studyInput().positions;
		if (!door || !back) throw new Error("The study has no positions");
		expect(fieldsOf(await save({ positions: [door, { ...back, name: "Door" }] }))).toHaveProperty("positions.1.name");
		expect(fieldsOf(await save({ positions: [door, { ...door, name: "X" }] }))).toHaveProperty("positions.1.channelId");
		const { device } = await addDevice(owner, {
			name: "Wind",
			serialNumber: "W",
			groupIds: [groupId],
			channels: [{ name: "Wind", quantity: "windDirection", unit: "°" }],
		});
		const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const wind = { name: "Wind", deviceId: device.id, channelId: channels[0]?.id ?? "", at: null };
		expect(fieldsOf(await save({ positions: [wind] }))).toHaveProperty("positions.0.channelId");
		expect((await save({ positions: [{ ...door, channelId: back.channelId }] })).error?.data.reason).toBe(
			"CHANNEL_NOT_FOUND",
		);
	});
});

describe("mapping studies of the public API", () => {
	const read = async <Row>(key: string, path: string) => (await pageOf<Row>(await callApi(key, path))).data;

	it("lists the studies of a group, and returns one and its result", async () => {
		const { key } = await addApiKey(owner);
		const draft = dataOf<SavedStudy>(await save());
		const result = `studies/result?study=${draft.reportId}`;
		const plain = { id: draft.reportId, stage: "draft", positions: null, criteria: null, unit: "°C" };
		expect(await read(key, result)).toMatchObject([plain]);
		const other = await addGroup(accountId, "Other");
		expect(await read(key, `studies?group=${other}`)).toEqual([]);
		expect(await read(key, `studies?group=${groupId}&id=${draft.reportId}`)).toMatchObject([
			{ name: "Cold room", signed: null, study: { criteria: { max: 8 } } },
		]);

		dataOf(await sign(draft.runId ?? ""));
		const started = dataOf<SavedStudy>(await start(draft));
		const { startedAt } = (await studies())[0]?.study ?? {};
		const [door, back] = devices;
		await ingest(door?.key ?? "", [{ channel: "Air", at: startedAt, value: 9 }]);
		await ingest(back?.key ?? "", [{ channel: "Air", at: startedAt, value: 4 }]);
		dataOf(await end(started));
		const [found] = await read<StudyResultRow>(key, result);
		expect(found).toMatchObject({ stage: "ended", startedAt: new Date(startedAt ?? 0).toISOString() });
		expect(found?.positions?.map(({ name, state, highest, marks }) => ({ name, state, highest, marks }))).toEqual([
			{ name: "Door", state: "failed", highest: 9, marks: ["warmest", "mostOut"] },
			{ name: "Back", state: "passed", highest: 4, marks: ["coldest"] },
		]);
		expect(found?.criteria).toContainEqual({ criterion: "duration", state: "failed", without: null });
	});

	it("returns none to a key of another account or of other groups", async () => {
		const { reportId } = dataOf<SavedStudy>(await save());
		const stranger = await addApiKey((await createOwner()).owner);
		const scoped = await addApiKey(owner, { scope: { groupIds: [await addGroup(accountId, "Other")] } });
		for (const { key } of [stranger, scoped]) {
			expect(await read(key, "studies")).toEqual([]);
			expect((await callApi(key, `studies/result?study=${reportId}`)).status).toBe(404);
			expect((await callApi(key, `studies?group=${groupId}`)).status).toBe(404);
		}
	});

	it("changes none by a key that may write", async () => {
		const { key } = await addApiKey(owner, { access: "write" });
		for (const path of ["studies", "studies/result"]) {
			expect((await actByApi(key, path, studyInput())).status).toBe(405);
		}
	});
});
