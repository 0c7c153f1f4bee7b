import { describe, expect, it } from "vitest";
import type { RuleVersionRow } from "../../../../backend/db/rule-version-rows";
import { type LimitedDevice, LimitHistory } from "../../../../backend/report/source/limit-history";
import { PastFields } from "../../../../backend/report/source/past-fields";
import type { AlertRule } from "../../../../shared/alert/alert-rule";
import type { AlertCondition } from "../../../../shared/alert/conditions/registry";
import type { AlertLimit, Comparison } from "../../../../shared/alert/conditions/terms";
import { hourMs } from "../../../../shared/base/durations";
import type { Device } from "../../../../shared/device/device";
import { isOutOf } from "../../../../shared/log/limit-spans";
import { type ReportDefinition, standardLayout } from "../../../../shared/report/report";
import { addAlert, warmAlert, warmRule } from "../../fixtures/alert-rules";
import { addDevice, createOwner } from "../../fixtures/fleet";
import { dataOf } from "../../fixtures/people";
import { reportOf } from "../../fixtures/report-responses";

const [from, to] = [1_000, 2_000];
const beginning = Number.NEGATIVE_INFINITY;
const channels = { quantity: "temperature" as const, unit: "°C", name: null };
type Limited = Parameters<LimitHistory["of"]>[1];
const air: Limited = { id: "chn_air", name: "Air", quantity: "temperature", unit: "°C", min: null, max: null };
const fridge: LimitedDevice = {
	id: "dev_fridge",
	metadata: {},
	archivedAt: null,
	groupIds: ["grp_k"],
	isSample: false,
};

const value = (limit: number): AlertLimit => ({ from: "value", value: limit });
const compared = (comparison: Comparison, limit: AlertLimit, unit = "°C"): AlertCondition => {
	return { kind: "threshold", channels: { ...channels, unit }, comparison, limit };
};
const above = (limit: number) => compared(">", value(limit));

type Version = Partial<RuleVersionRow> & { condition?: AlertCondition };

function version({ condition = above(8), ...row }: Version): RuleVersionRow {
	const rule: AlertRule = { ...warmRule, condition };
	const facts = {
		alertId: "alr_1",
		from: 0,
		name: "Warm",
		isEnabled: true,
		severity: "warning",
		scope: "all",
	} as const;
	return { ...facts, isOlder: false, rule, ...row };
}

type Given = {
	versions?: RuleVersionRow[];
	past?: PastFields;
	device?: Partial<LimitedDevice>;
	channel?: Partial<Limited>;
	definition?: Pick<ReportDefinition, "limits" | "limitsFrom">;
	sampleRules?: string[];
	firstEventAt?: number;
};

function limitsOf({ versions = [], past = new PastFields([]), sampleRules = [], ...given }: Given) {
	const chosen = given.definition ?? { limits: [], limitsFrom: "rules" as const };
	const definition = { ...chosen, layout: standardLayout };
	const known = { definition, from, to, versions, sampleRules: new Set(sampleRules), past };
	const history = new LimitHistory({ ...known, firstEventAt: () => given.firstEventAt });
	const device = { ...fridge, ...given.device };
	return history.of(device, { ...air, ...given.channel }, history.watching(device));
}

const change = (at: number, field: string, before: string | number | null) => ({
	at: new Date(at),
	entities: [{ kind: "device" as const, id: fridge.id, name: "Fridge", fields: [{ field, before, after: null }] }],
});

describe("limits by rules", () => {
	it("uses each version of a rule for its own time", () => {
		const versions = [version({}), version({ from: 1_500, condition: above(10) })];
		expect(limitsOf({ versions })).toEqual([
			{ from: beginning, bounds: { min: null, max: 8 }, by: "Rule “Warm”" },
			{ from: 1_500, bounds: { min: null, max: 10 }, by: "Rule “Warm”" },
		]);
	});

	it("begins with a rule's first event, which may be older than the rule", () => {
		const versions = [version({ from: 1_500 }), version({ from: 1_600, condition: above(10) })];
		expect(limitsOf({ versions, firstEventAt: 1_200 }).map(({ from: at, bounds }) => [at, bounds?.max])).toEqual([
			[beginning, undefined],
			[1_200, 8],
			[1_600, 10],
		]);
		const later = [version({ from: 5_000 })];
		expect(limitsOf({ versions: later }).map(({ bounds }) => bounds?.max)).toEqual([undefined]);
		expect(limitsOf({ versions: later, firstEventAt: 1_200 }).map(({ bounds }) => bounds?.max)).toEqual([undefined, 8]);
	});

	it("uses the tightest of the rules that watch a device", () => {
		const cold: AlertCondition = { kind: "range", channels, is: "outside", low: value(2), high: value(9) };
		const levels: AlertCondition = {
			kind: "levels",
			channels,
			comparison: ">",
			levels: [
				{ severity: "warning", limit: value(7) },
				{ severity: "critical", limit: value(12) },
			],
		};
		const versions = [
			version({}),
			version({ alertId: "alr_2", name: "Range", condition: cold }),
			version({ alertId: "alr_3", name: "Levels", condition: levels }),
		];
		expect(limitsOf({ versions })).toEqual([
			{ from: beginning, bounds: { min: 2, max: 7 }, by: "Rules “Warm”, “Range”, “Levels”" },
		]);
	});

	it("falls back to the range of that time, and else judges nothing", () => {
		const versions = [version({ from: 1_400 }), version({ from: 1_600, isEnabled: false })];
		const past = new PastFields([change(1_200, "channels.chn_air.max", null)]);
		expect(limitsOf({ versions, past, channel: { max: 15 } })).toEqual([
			{ from: beginning, bounds: null, by: "" },
			{ from: 1_200, bounds: { min: null, max: 15 }, by: "The channel's own range" },
			{ from: 1_400, bounds: { min: null, max: 8 }, by: "Rule “Warm”" },
			{ from: 1_600, bounds: { min: null, max: 15 }, by: "The channel's own range" },
		]);
	});

	it("ends with the deletion of a rule and with the archiving of a device", () => {
		expect(limitsOf({ versions: [version({}), version({ from: 1_300, rule: null })] })).toEqual([
			{ from: beginning, bounds: { min: null, max: 8 }, by: "Rule “Warm”" },
			{ from: 1_300, bounds: null, by: "" },
		]);
		expect(limitsOf({ versions: [version({})], device: { archivedAt: new Date(1_700) } }).at(-1)).toEqual({
			from: 1_700,
			bounds: null,
			by: "",
		});
	});

	it("ignores rules of other devices, groups, channels and kinds", () => {
		const versions = [
			version({ scope: { deviceIds: ["dev_other"] } }),
			version({ alertId: "alr_2", scope: { groupIds: ["grp_other"] } }),
			version({
				alertId: "alr_3",
				condition: { ...above(8), channels: { ...channels, unit: "°F" } } as AlertCondition,
			}),
			version({ alertId: "alr_4", condition: { kind: "noData", channels: null, afterSeconds: null } }),
			version({ alertId: "alr_5" }),
		];
		expect(limitsOf({ versions, sampleRules: ["alr_5"] })).toEqual([{ from: beginning, bounds: null, by: "" }]);
		const own = version({ scope: { groupIds: ["grp_k"] } });
		expect(limitsOf({ versions: [own] })).toMatchObject([{ bounds: { max: 8 } }]);
	});

	it("judges a reading on the limit as the rule does", () => {
		const isOut = (comparison: Comparison, reading: number) => {
			const [span] = limitsOf({ versions: [version({ condition: compared(comparison, value(8)) })] });
			return span?.bounds ? isOutOf(span.bounds, reading) : null;
		};
		for (const [comparison, expected] of [
			[">", [false, false, true]],
			["≥", [false, true, true]],
			["<", [true, false, false]],
			["≤", [true, true, false]],
			["≠", [true, false, true]],
			["=", [null, null, null]],
		] as const) {
			expect([7, 8, 9].map((reading) => isOut(comparison, reading))).toEqual(expected);
		}
		const both = [
			version({ condition: compared("≥", value(8)) }),
			version({ alertId: "alr_2", condition: above(8) }),
			version({ alertId: "alr_3", condition: compared("≥", value(9)) }),
		];
		expect(limitsOf({ versions: both })).toMatchObject([{ bounds: { max: 8, isMaxOut: true } }]);
	});

	it("judges an open door by a rule for either state", () => {
		const door = { quantity: "door" as const, unit: "", name: null };
		const boundsOf = (comparison: Comparison, state: number) => {
			const condition: AlertCondition = { kind: "threshold", channels: door, comparison, limit: value(state) };
			return limitsOf({ versions: [version({ condition })], channel: { ...door, name: "Door" } })[0]?.bounds;
		};
		expect(boundsOf("=", 1)).toEqual({ min: null, max: 0 });
		expect(boundsOf("≥", 1)).toEqual({ min: null, max: 0 });
		expect(boundsOf("=", 0)).toEqual({ min: 1, max: null });
	});

	it("takes a limit from the device's own field and from its range as they were then", () => {
		const field = version({ condition: compared(">", { from: "field", field: "Most" }) });
		const past = new PastFields([change(1_500, "metadata.Most", "6,5")]);
		expect(limitsOf({ versions: [field], past, device: { metadata: { Most: "7" } } })).toMatchObject([
			{ from: beginning, bounds: { max: 6.5 } },
			{ from: 1_500, bounds: { max: 7 } },
		]);
		const end = version({ condition: compared("<", { from: "range", end: "min" }) });
		expect(limitsOf({ versions: [end], channel: { min: 3, max: 9 } })).toMatchObject([
			{ bounds: { min: 3, max: null } },
		]);
	});

	it("names rules that were first recorded within the period", () => {
		const versions = [version({ from: 1_500, isOlder: true })];
		const known = {
			definition: { limits: [], limitsFrom: "rules" as const, layout: standardLayout },
			from,
			to,
			versions,
		};
		const facts = { sampleRules: new Set<string>(), past: new PastFields([]), firstEventAt: () => undefined };
		const history = new LimitHistory({ ...known, ...facts });
		expect(history.of(fridge, air, history.watching(fridge))).toMatchObject([{ from: beginning, bounds: { max: 8 } }]);
		expect(history.olderUsed()).toMatchObject([{ name: "Warm", asOf: 1_500 }]);
	});
});

describe("limits of a report", () => {
	it("precede those of rules and ranges, for the whole period", () => {
		const limits = [{ channel: channels, min: 1, max: null }];
		const versions = [version({ from: 1_500 })];
		expect(limitsOf({ versions, definition: { limits, limitsFrom: "rules" } })).toEqual([
			{ from: beginning, bounds: { min: 1, max: null }, by: "This report" },
		]);
	});

	it("stay today's ranges in a report that was saved without a choice", () => {
		const past = new PastFields([change(1_500, "channels.chn_air.max", 14)]);
		const channel = { max: 15 };
		expect(limitsOf({ versions: [version({})], past, channel, definition: { limits: [] } })).toEqual([
			{ from: beginning, bounds: { min: null, max: 15 }, by: "The channel's own range" },
		]);
	});
});

describe("limits of an account's devices", () => {
	async function changedFridge() {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const rangeTo = async (max: number) => {
			const { version, channels: all } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
			const changed = all.map(({ id: channelId, name, quantity, unit, decimals, min }) => {
				return { id: channelId, name, quantity, unit, decimals, min, max: name === "Air" ? max : null };
			});
			dataOf(await owner.mutate("device.updateDevice", { deviceId: device.id, version, channels: changed }));
		};
		const began = Date.now() - hourMs;
		const head = (definition: Partial<ReportDefinition>) =>
			reportOf(id, { from: began, definition: { type: "excursions", ...definition } }).head();
		const airOf = async (definition: Partial<ReportDefinition>) =>
			(await head(definition)).devices[0]?.channels.find(({ name }) => name === "Air")?.limitSpans;
		return { owner, rangeTo, head, airOf };
	}

	it("follow a range that was changed twice, by the audit log", async () => {
		const { rangeTo, head, airOf } = await changedFridge();
		await rangeTo(14);
		await rangeTo(15);
		expect((await airOf({ limitsFrom: "rules" }))?.map(({ bounds, by }) => [bounds?.max, by])).toEqual([
			[undefined, ""],
			[14, "The channel's own range"],
			[15, "The channel's own range"],
		]);
		expect((await airOf({}))?.map(({ bounds }) => bounds?.max)).toEqual([15]);
		expect((await head({})).limitNotes).toEqual([
			expect.stringMatching(/^The range of “Air” of “Freezer 1” was last changed on .*the present one is used/),
		]);
		const old = (
			await reportOf((await createOwner()).id, {
				from: 0,
				definition: { type: "excursions", limitsFrom: "rules" },
			}).head()
		).limitNotes;
		expect(old).toEqual([expect.stringMatching(/^Channels’ own ranges before .* are as of that time/)]);
	});

	it("follow a rule from its making on, through a change, to its end", async () => {
		const { owner, rangeTo, airOf } = await changedFridge();
		await rangeTo(14);
		const made = await addAlert(owner);
		const { alertId, version, ...fields } = { ...warmAlert, alertId: made.id, version: made.version };
		const rule = { ...warmRule, condition: above(10) };
		dataOf(await owner.mutate("alert.updateAlert", { ...fields, alertId, version, rule }));
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId, isEnabled: false }));
		expect((await airOf({ limitsFrom: "rules" }))?.map(({ bounds, by }) => [bounds?.max, by])).toEqual([
			[undefined, ""],
			[14, "The channel's own range"],
			[8, "Rule “Too warm”"],
			[10, "Rule “Too warm”"],
			[14, "The channel's own range"],
		]);
	});
});
