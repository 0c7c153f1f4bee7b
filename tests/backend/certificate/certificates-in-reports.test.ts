import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { readReportHead } from "../../../backend/report/source/read-report-head";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { accountStub, addDevice, createOwner } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { definitionOf } from "../fixtures/report-run";
import { everySo, listSource, readDocument } from "../fixtures/report-source";
import { partsOf } from "../fixtures/works";

const from = Date.UTC(2026, 0, 5);
const newest = { calibratedOn: "2026-01-05", dueOn: "2027-01-05", laboratory: "Metas", number: "25-01" };

describe("certificates in reports", () => {
	it("name the newest of each channel under its device", async () => {
		const channels = [{ certificate: { ...newest, asFound: "within" as const } }, { name: "Door" }];
		const devices = [{ name: "Cellar", channels, all: everySo(hourMs, from, [4, 5, 6]) }];
		const source = listSource({ definition: { type: "summary", format: "pdf" }, from, to: from + dayMs, devices });
		const { sections } = await readDocument(source);
		const lines = sections.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? part.lines : [])));
		expect(lines.filter((line) => line.startsWith("Calibrated"))).toEqual([
			"Calibrated: Air, 2026-01-05, Metas 25-01; found within tolerance; due on 2027-01-05",
		]);
	});

	it("leave out certificates of days after the period", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const channelId = device.channels[0]?.id;
		const facts = { asFound: "within", unit: "°C", points: [], note: "", attachmentId: null, isOlderThanDevice: true };
		for (const calibratedOn of ["2026-02-01", newest.calibratedOn, "2025-01-05"]) {
			const input = { ...newest, ...facts, calibratedOn, channelId };
			dataOf(await owner.mutate("device.addCertificate", input));
		}
		const definition = definitionOf({ type: "summary" });
		const run = { definition, from, to: from + dayMs, now: Date.now(), keptFrom: null };
		const head = await runInDurableObject(accountStub(id), (object) =>
			readReportHead(partsOf(object), { ...run, deviceScope: "all", mayName: "all" }),
		);
		expect(head.devices[0]?.channels[0]?.certificate).toEqual({ ...newest, asFound: "within" });
	});
});
