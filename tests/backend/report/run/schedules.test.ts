import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { changeBilling } from "../../../../backend/db/billing-rows";
import { changeReport } from "../../../../backend/db/report-rows";
import { derivedChannels, groupDevices, groups, reportRuns } from "../../../../backend/db/schema";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import { serverLimits } from "../../../../shared/base/limits";
import type { Device } from "../../../../shared/device/device";
import type { ReportDefinition, ReportRun, ReportRunPage } from "../../../../shared/report/report";
import { reportDefinition } from "../../../report-definition";
import { setPlan } from "../../fixtures/billed-account";
import { calibrate } from "../../fixtures/calibrate";
import {
	accountStub,
	addDevice,
	addGroup,
	addMember,
	createOwner,
	inAccount,
	ingest,
	newId,
} from "../../fixtures/fleet";
import { dataOf, type Person } from "../../fixtures/people";
import { createReport, finishedRun, runOf, runReport } from "../../fixtures/reports";
import { partsOf } from "../../fixtures/works";

const hourly = {
	recurrence: { kind: "hourly", everyHours: 1 },
	delayMinutes: 0,
	startsAt: null,
	endsAt: null,
} as const;

async function work(accountId: string, name: string, now: number): Promise<void> {
	await accountStub(accountId).takeHold();
	await runInDurableObject(accountStub(accountId), async (object) => {
		const found = partsOf(object).works.find((one) => one.name === name);
		for (const subject of found?.due(now, 1_000) ?? []) await found?.run(subject, now);
	});
}

async function idle(accountId: string): Promise<void> {
	await runInDurableObject(accountStub(accountId), (object) => {
		const { works } = partsOf(object);
		works.splice(0, works.length, ...works.filter(({ name }) => /^report (schedules|revisions)$/.test(name)));
	});
}

async function runsOf(person: Person, reportId: string): Promise<ReportRun[]> {
	return dataOf<ReportRunPage>(await person.query("report.getRuns", { reportId, limit: 200 })).runs.toReversed();
}

async function scheduled(changes: Partial<ReportDefinition> = {}) {
	const { id, owner } = await createOwner();
	await idle(id);
	const report = await createReport(owner, { schedule: hourly, range: { kind: "sinceLast" }, ...changes });
	return { id, owner, report, next: report.nextRunAt?.getTime() ?? 0 };
}

describe("a schedule", () => {
	it("requests one run a period, and never the same again", async () => {
		const { id, owner, report, next } = await scheduled();
		await work(id, "report schedules", next);
		await inAccount(id, (db) => db.run(`UPDATE reports SET next_run_at = ${next}`));
		await work(id, "report schedules", next);
		const runs = await runsOf(owner, report.id);
		expect(runs).toHaveLength(1);
		expect(runs[0]).toMatchObject({ trigger: "schedule", by: null, to: next, state: "queued" });
		await work(id, "report schedules", next + hourMs);
		const [first, second] = await runsOf(owner, report.id);
		expect(second?.from).toBe(first?.to);
	});

	it("makes up for 31 missed runs, the oldest first, and names those it leaves out without a hole", async () => {
		const { id, owner, report, next } = await scheduled();
		await work(id, "report schedules", next + 40 * hourMs + minuteMs);
		const runs = await runsOf(owner, report.id);
		expect(runs.map(({ state }) => state)).toEqual(["skipped", ...Array(31).fill("queued")]);
		expect(runs[0]?.error).toContain("10 runs were due");
		for (const [index, run] of runs.entries()) if (index > 0) expect(run.from).toBe(runs[index - 1]?.to);
		expect(runs.at(-1)?.to).toBe(next + 40 * hourMs);
	});

	it("records a run as skipped, for readers of any language, where the plan has no run left", async () => {
		const { id, owner, report, next } = await scheduled();
		await setPlan({ id }, "free");
		await inAccount(id, (db) => changeBilling(db, { planLimits: { reportRuns: 0 } }));
		await work(id, "report schedules", next);
		const [run] = await runsOf(owner, report.id);
		expect(run).toMatchObject({ state: "skipped", errorSaid: { key: "run.planFull" } });
		expect(run?.error).toBe("The Free plan has 0 report runs a month, and 0 are used.");
	});

	it("requests nothing while paused, and continues from then when it is resumed", async () => {
		const { id, owner, report, next } = await scheduled();
		const enable = (isEnabled: boolean) => owner.mutate("report.setReportEnabled", { reportId: report.id, isEnabled });
		expect(dataOf(await enable(false))).toMatchObject({ nextRunAt: null });
		await work(id, "report schedules", next + dayMs);
		expect(await runsOf(owner, report.id)).toEqual([]);
		expect(dataOf(await enable(true))).toMatchObject({ nextRunAt: new Date(next) });
	});

	it("waits for late readings, while the period stays that of the time before", async () => {
		const { id, owner, report, next } = await scheduled({ schedule: { ...hourly, delayMinutes: 90 } });
		await work(id, "report schedules", next);
		expect((await runsOf(owner, report.id))[0]?.to).toBe(next - 90 * minuteMs);
	});

	it("hands over four of 200 reports at one minute, and the next at each end", async () => {
		const { id, next } = await scheduled();
		await inAccount(id, (db) => {
			const total = (name: string) =>
				Array.from({ length: 199 }, (_, index) => `${name}_${String(index).padStart(26, "0")}`);
			for (const copy of total("rep")) {
				db.run(`INSERT INTO reports (id, name, is_enabled, format, contact_ids, next_run_at, created_at, version)
					SELECT '${copy}', name, 1, format, contact_ids, next_run_at, created_at, version FROM reports LIMIT 1`);
				db.run(
					`INSERT INTO report_versions SELECT '${copy}', version, definition, saved_at, saved_by FROM report_versions LIMIT 1`,
				);
			}
		});
		await work(id, "report schedules", next);
		const open = await inAccount(id, (db) => db.select().from(reportRuns).all());
		expect(open).toHaveLength(200);
		const sent: { runId: string; attempt: number }[] = [];
		const handOver = (now: number) =>
			runInDurableObject(accountStub(id), async (object) => {
				const { db, invalidations, runHooks } = partsOf(object);
				const { handOverRunsWork } = await import("../../../../backend/report/run/hand-over-runs");
				const queue = { send: async (body: { runId: string; attempt: number }) => void sent.push(body) };
				const handing = handOverRunsWork({ db, invalidations, hooks: runHooks, queue });
				for (const subject of handing.due(now, 100)) await handing.run(subject, now);
			});
		await handOver(next);
		expect(sent).toHaveLength(4);
		await handOver(next + 1);
		expect(sent).toHaveLength(4);
		for (let step = 1; step <= 5; step++) {
			const { runId } = sent[step - 1] ?? { runId: "" };
			await accountStub(id).claimRun({ runId, attempt: 1 }, next + step);
			const made = { rows: 0, excursions: 0, isPartial: false, notes: [], files: [] };
			await accountStub(id).tellRun({ runId, attempt: 1 }, { kind: "made", made }, next + step);
			await handOver(next + step);
			expect(sent).toHaveLength(4 + step);
		}
		expect(new Set(sent.map(({ runId }) => runId)).size).toBe(sent.length);
	});
});

describe("a run", () => {
	it("produces an empty file that says so if its scope matches nothing", async () => {
		const { id, owner } = await createOwner();
		const groupId = await addGroup(id, "Nobody");
		const report = await createReport(owner, { scope: { groupIds: [groupId] } });
		const run = await finishedRun(owner, (await runReport(owner, report.id)).id);
		expect(run).toMatchObject({ state: "empty", rows: 0 });
		expect(run.notes.join(" ")).toContain("No device matches");
		expect(run.files).toHaveLength(1);
	});

	it("records a run as skipped without data if the report asks for that, with no file", async () => {
		const { owner } = await createOwner();
		await addDevice(owner);
		const { delivery } = (await createReport(owner)).definition;
		const report = await createReport(owner, { delivery: { ...delivery, onlyIf: "data" } });
		const run = await finishedRun(owner, (await runReport(owner, report.id)).id);
		expect(run).toMatchObject({ state: "skipped", error: "There was no data in the period.", files: [] });
	});

	it("skips a report of excursions only where limits judged the readings", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		await ingest(key, [{ channel: "Air", at: Date.now() - minuteMs, value: 4 }]);
		const { delivery } = (await createReport(owner)).definition;
		const runOfLimits = async (limits: ReportDefinition["limits"]) => {
			const changes = { type: "summary", range: { kind: "rolling", count: 1, unit: "hour" }, limits } as const;
			const report = await createReport(owner, { ...changes, delivery: { ...delivery, onlyIf: "excursions" } });
			return finishedRun(owner, (await runReport(owner, report.id)).id);
		};
		const like = { quantity: "temperature", unit: "°C", name: null } as const;
		expect(await runOfLimits([{ channel: like, min: null, max: 8 }])).toMatchObject({
			state: "skipped",
			excursions: 0,
			error: "There was no excursion in the period.",
		});
		const unjudged = await runOfLimits([]);
		expect(unjudged).toMatchObject({ state: "ok", excursions: null });
		expect(unjudged.notes[0]).toMatch(/^Not judged: no channel has a limit\./);
	});

	it("makes a file for each group that has a device", async () => {
		const { id, owner } = await createOwner();
		const groups = [await addGroup(id, "North"), await addGroup(id, "South"), await addGroup(id, "Bare")];
		for (const groupId of groups.slice(0, 2)) await addDevice(owner, { groupIds: [groupId] });
		const { delivery } = (await createReport(owner)).definition;
		const report = await createReport(owner, {
			scope: { groupIds: groups },
			delivery: { ...delivery, isPerGroup: true },
		});
		const { files } = await finishedRun(owner, (await runReport(owner, report.id)).id);
		expect(files.map(({ groupName }) => groupName).sort()).toEqual(["North", "South"]);
		expect(new Set(files.map(({ name }) => name)).size).toBe(2);
	});

	it("rejects a report for each of too many groups when it is saved, and fails rather than leave some out", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const groupIds = Array.from({ length: serverLimits.filesPerRun + 1 }, () => newId("group"));
		await inAccount(id, (db) => {
			for (const groupId of groupIds) {
				const row = { id: groupId, name: groupId, kind: "static" as const, createdAt: new Date() };
				db.insert(groups).values(row).run();
				db.insert(groupDevices).values({ groupId, deviceId: device.id }).run();
			}
		});
		const delivery = { ...reportDefinition({}).delivery, isPerGroup: true };
		const requested = reportDefinition({ scope: { groupIds }, delivery });
		const { error } = await owner.mutate("report.createReport", requested);
		expect(Object.keys(error?.data.fields ?? {})).toEqual(["delivery.isPerGroup"]);
		const report = await createReport(owner, { scope: { groupIds: groupIds.slice(1) }, delivery });
		// Writes a report that only an earlier release accepted.
		await inAccount(id, (db) => changeReport(db, report.id, requested, Date.now()));
		const run = await finishedRun(owner, (await runReport(owner, report.id)).id);
		expect(run).toMatchObject({ state: "failed", files: [], error: expect.stringMatching(/^A file for each of 201/) });
	});

	it("covers only the current scope of the person who saved its report last", async () => {
		const { id, owner } = await createOwner();
		const [one, other] = [await addGroup(id, "One"), await addGroup(id, "Other")];
		const admin = await addMember(id, "admin");
		const kept = await addDevice(owner, { groupIds: [one] });
		const lost = await addDevice(owner, { name: "Lost", groupIds: [other] });
		const report = await createReport(admin, { scope: { deviceIds: [kept.device.id, lost.device.id] } });
		const narrowed = JSON.stringify({ groupIds: [one] });
		await inAccount(id, (db) => db.run(`UPDATE users SET scope = '${narrowed}' WHERE sub = '${admin.sub}'`));
		const run = await finishedRun(owner, (await runReport(owner, report.id)).id);
		expect(run.notes.join(" ")).toContain("1 device");
		expect(Object.keys((await runOf(id, run.id)).keptFrom ?? {})).toEqual([kept.device.id]);
	});
});

describe("a finished run", () => {
	it("becomes revised when its period gains readings, in numbers, and a new run says why", async () => {
		const { id, owner } = await createOwner();
		const { key } = await addDevice(owner);
		const to = Math.floor(Date.now() / minuteMs) * minuteMs;
		const from = to - 10 * minuteMs;
		const reading = (minute: number) => ({ at: from + minute * minuteMs, channel: "Air", value: minute });
		await ingest(key, [reading(0), reading(1)]);
		const report = await createReport(owner);
		const { id: runId } = await runReport(owner, report.id, { from, to });
		await finishedRun(owner, runId);
		const look = async () => {
			await work(id, "report revisions", (await runOf(id, runId)).dueAt ?? 0);
			return dataOf<ReportRun>(await owner.query("report.getRun", { runId }));
		};
		expect((await look()).revision).toBeNull();
		await ingest(key, [reading(5), reading(6), reading(7)]);
		expect((await look()).revision).toMatchObject({ readings: 3, devices: 1, calibrations: 0 });
		expect(await runReport(owner, report.id, { from, to })).toMatchObject({ trigger: "revision" });
	});

	it("becomes revised when a source of its derived channel is calibrated, or its formula changes", async () => {
		const { id, owner } = await createOwner();
		const temperature = { quantity: "temperature", unit: "°C" } as const;
		const channels = ["Inside", "Outside"].map((name) => ({ name, ...temperature }));
		const { device, key } = await addDevice(owner, { channels });
		const [inside, outside] = device.channels.map(({ id: channelId }) => channelId);
		const to = Math.floor(Date.now() / minuteMs) * minuteMs;
		const from = to - 10 * minuteMs;
		const values = { Inside: 20, Outside: 5 };
		await ingest(
			key,
			Object.entries(values).map(([channel, value]) => ({ at: from + minuteMs, channel, value })),
		);
		const sources = [
			{ role: "first", channelId: inside },
			{ role: "second", channelId: outside },
		];
		const definition = { kind: "difference", sources, driver: inside, toleranceSeconds: 0, options: {} };
		const { id: deviceId, version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const added = { deviceId, version, name: "Difference", definition };
		const changed = dataOf<Device>(await owner.mutate("device.addDerivedChannel", added));
		const derived = changed.channels.find((channel) => channel.derived);
		if (!derived) throw new Error("No derived channel was added");
		const { id: derivedId, quantity, unit, name } = derived;
		const report = await createReport(owner, { channels: [{ quantity, unit, name }] });
		const { id: runId } = await runReport(owner, report.id, { from, to });
		await finishedRun(owner, runId);
		const look = async () => {
			await work(id, "report revisions", (await runOf(id, runId)).dueAt ?? 0);
			return dataOf<ReportRun>(await owner.query("report.getRun", { runId })).revision;
		};
		expect(await look()).toBeNull();
		const channel = { deviceId, channelId: outside ?? "" };
		const calibrated = await calibrate(owner, channel, {
			from: Math.floor(from / hourMs) * hourMs,
			scale: 1,
			offset: 1,
		});
		expect(calibrated.error).toBeNull();
		expect(await look()).toMatchObject({ readings: 0, calibrations: 1 });
		const isDefined = eq(derivedChannels.channelId, derivedId);
		await inAccount(id, (db) => {
			db.update(derivedChannels).set({ createdAt: new Date() }).where(isDefined).run();
			db.update(reportRuns).set({ dueAt: 1 }).where(eq(reportRuns.id, runId)).run();
		});
		expect(await look()).toMatchObject({ readings: 0, calibrations: 1, definitions: 1 });
	});
});
