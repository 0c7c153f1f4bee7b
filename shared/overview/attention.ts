import { clockErrorMs } from "../device/clock-drift";
import type { DeviceListRow } from "../device/device";
import { type ListedReading, shownReading } from "../device/device-reading";
import type { Quantity } from "../formats/units";
import { attentionLimits } from "./attention-limits";
import { AttentionKind, type AttentionReason } from "./fleet-overview";

export type DeviceInNeed = { row: DeviceListRow; reasons: AttentionReason[] };

const silentKinds = ["offline", "late"] as const;

/** Most urgent first. Empty for disabled devices. A device that has never reported waits for its first reading. */
export function attentionReasons(row: DeviceListRow): AttentionReason[] {
	if (row.status === "disabled") return [];
	const reasons: AttentionReason[] = [];
	const silent = silentKinds.find((kind) => kind === row.status);
	if (silent) reasons.push({ kind: silent });
	if (row.hasRefusals) reasons.push({ kind: "refused" });
	if (row.hasOpenUnits) reasons.push({ kind: "unit" });
	for (const limit of limited) {
		const reading = worst(row, limit);
		if (reading) reasons.push({ kind: limit.quantity, reading });
	}
	const aheadMs = clockErrorMs(row);
	if (aheadMs !== null) reasons.push({ kind: "clock", aheadMs });
	return reasons;
}

type Limited = {
	quantity: Quantity & AttentionKind;
	unit: string;
	limit: number;
	isWorse: (one: number, other: number) => boolean;
};

const isLower = (one: number, other: number) => one < other;
const isHigher = (one: number, other: number) => one > other;

const limited: Limited[] = [
	{ quantity: "battery", unit: "%", limit: attentionLimits.battery, isWorse: isLower },
	{ quantity: "signal", unit: "dBm", limit: attentionLimits.signal, isWorse: isLower },
	{ quantity: "memory", unit: "%", limit: attentionLimits.memory, isWorse: isHigher },
];

function worst({ latest }: DeviceListRow, { quantity, unit, limit, isWorse }: Limited): ListedReading | null {
	let found: ListedReading | null = null;
	for (const reading of latest) {
		if (reading.quantity !== quantity || reading.value === null || shownReading(reading).unit !== unit) continue;
		if (isWorse(reading.value, found?.value ?? limit)) found = reading;
	}
	return found;
}

/** Most urgent first; of equals, the one silent longest. */
export function byUrgency(one: DeviceInNeed, other: DeviceInNeed): number {
	const silence = (one.row.lastReceivedAt ?? 0) - (other.row.lastReceivedAt ?? 0);
	return rank(one) - rank(other) || silence || (one.row.id < other.row.id ? -1 : 1);
}

function rank({ reasons: [worst] }: DeviceInNeed): number {
	return worst ? AttentionKind.options.indexOf(worst.kind) : AttentionKind.options.length;
}
