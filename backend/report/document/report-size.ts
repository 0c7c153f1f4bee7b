import { largestOf } from "../../../shared/base/lists";
import { countDigits } from "../../../shared/formats/display-formats";
import type { ReportDefinition } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { formatCaps } from "../formats/format-caps";
import type { ReportDevice } from "../source/report-source";
import { reportMakers } from "../types/registry";
import { ReportDenial } from "./report-denial";
import type { ReportWork } from "./report-work";

export type ReportSize = { devices: number; channels: number; readings: number };

export function sizeOf(devices: readonly ReportDevice[]): ReportSize {
	const channels = devices.flatMap((device) => device.channels);
	return {
		devices: devices.length,
		channels: channels.length,
		readings: channels.reduce((sum, { readings }) => sum + readings, 0),
	};
}

type Sized = Pick<ReportWork, "definition" | "devices" | "groups" | "isPaged">;

/** Returns why a report would fail, for people; null: it can be made. */
export function denialOf(work: Sized): string | null {
	const { definition, devices } = work;
	if (devices.length > 0) {
		const denial = reportMakers[definition.type].denial?.(work) ?? null;
		if (denial !== null) return denial;
	}
	if (definition.type !== "readings" || definition.aggregation.minutes !== null) return null;
	const most = formatCaps.rows[definition.format];
	const rows = devices.reduce((sum, device) => sum + rowsOf(definition, device), 0);
	if (rows <= most) return null;
	const [count, limit] = [rows, most].map((number) => countDigits(number));
	return `This report would have up to ${count} rows, and a file of this format has at most ${limit}. Split it by group or week.`;
}

function rowsOf({ layout }: ReportDefinition, { channels }: ReportDevice): number {
	const counts = channels.map(({ readings }) => readings);
	return layout.form === "long" ? counts.reduce((sum, count) => sum + count, 0) : Math.max(0, largestOf(counts));
}

export function assertMakeable(work: Sized): void {
	const denial = denialOf(work);
	if (denial !== null) throw new ReportDenial(denial);
}

export function hasPeriod({ type }: Pick<ReportDefinition, "type">): boolean {
	return reportTypes[type].isOfNow !== true;
}
