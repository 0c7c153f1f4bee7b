import { careLimits } from "../../../shared/care-limits";
import { clockAheadMs } from "../../../shared/clock-drift";
import type { DeviceListRow } from "../../../shared/device";
import { type ShownReading, shownReading } from "../../../shared/device-reading";
import type { DeviceStatus } from "../../../shared/device-terms";
import { formatValue, type Quantity } from "../../../shared/units";
import { deviceStatusWords } from "../../entities/device-labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { formatSpan } from "../../ui/time/relative-time";

/** Why somebody should look at a device, the most urgent first. */
const careKinds = ["offline", "late", "never", "refused", "battery", "signal", "memory", "clock"] as const;
export type CareKind = (typeof careKinds)[number];

type CareReason = { kind: CareKind; label: string; tone: ChipTone };

const silentKinds = ["offline", "late", "never"] as const satisfies DeviceStatus[];

/** Everything that is wrong with a device, the most urgent first. Nothing is said of one that is switched off. */
export function careReasons(row: DeviceListRow): CareReason[] {
	if (row.status === "disabled") return [];
	const reasons: CareReason[] = [];
	const silent = silentKinds.find((kind) => kind === row.status);
	if (silent) {
		reasons.push({ kind: silent, label: deviceStatusWords[silent].label, tone: deviceStatusWords[silent].tone });
	}
	if (row.hasRefusals) reasons.push({ kind: "refused", label: "Readings refused", tone: "warn" });
	const battery = worst(row, { quantity: "battery", unit: "%", isWorse: isLower });
	if (battery && battery.value < careLimits.battery) {
		reasons.push({ kind: "battery", label: `Battery ${battery.words}`, tone: "warn" });
	}
	const signal = worst(row, { quantity: "signal", unit: "dBm", isWorse: isLower });
	if (signal && signal.value < careLimits.signal) {
		reasons.push({ kind: "signal", label: `Signal ${signal.words}`, tone: "warn" });
	}
	const memory = worst(row, { quantity: "memory", unit: "%", isWorse: (one, other) => one > other });
	if (memory && memory.value > careLimits.memory) {
		reasons.push({ kind: "memory", label: `Memory ${memory.words} full`, tone: "warn" });
	}
	const aheadMs = clockAheadMs(row);
	if (aheadMs !== null) reasons.push({ kind: "clock", label: `Clock ${formatSpan(aheadMs)} ahead`, tone: "warn" });
	return reasons;
}

const isLower = (one: number, other: number) => one < other;

type Limited = { quantity: Quantity; unit: string; isWorse: (one: number, other: number) => boolean };

/** The worst reading of a quantity in the unit its limit is in. */
function worst(row: DeviceListRow, { quantity, unit, isWorse }: Limited): { value: number; words: string } | null {
	let found: ShownReading | null = null;
	for (const listed of row.latest) {
		if (listed.quantity !== quantity || listed.value === null) continue;
		const reading = shownReading(listed);
		if (reading.unit === unit && (found === null || isWorse(listed.value, found.value ?? 0))) found = reading;
	}
	return found && found.value !== null ? { value: found.value, words: formatValue(found.value, found) } : null;
}

export type DeviceInNeed = { row: DeviceListRow; reasons: CareReason[] };

/** Devices somebody should look at: the most urgent first, and among equals the one silent longest. */
export function devicesNeedingCare(rows: DeviceListRow[]): DeviceInNeed[] {
	const rank = ({ reasons: [worst] }: DeviceInNeed) => (worst ? careKinds.indexOf(worst.kind) : careKinds.length);
	return rows
		.map((row) => ({ row, reasons: careReasons(row) }))
		.filter(({ reasons }) => reasons.length > 0)
		.sort((a, b) => rank(a) - rank(b) || (a.row.lastReceivedAt ?? 0) - (b.row.lastReceivedAt ?? 0));
}

/** How many devices have each reason; those that none has are left out. */
export function countByReason(devices: DeviceInNeed[]): [CareKind, number][] {
	return careKinds
		.map((kind): [CareKind, number] => [
			kind,
			devices.filter(({ reasons }) => reasons.some((reason) => reason.kind === kind)).length,
		])
		.filter(([, count]) => count > 0);
}
