import { createHash } from "node:crypto";
import type { Calibration } from "../../../shared/device/calibration";
import type { ReportDefinition } from "../../../shared/report/report";
import type { AccountDb } from "../../base/context";
import { timeOfId } from "../../base/ids";
import { calibrationsOf } from "../../db/calibration-rows";
import type { ChannelRow } from "../../db/channel-rows";
import { allDerivedChannels } from "../../db/derived-channel-rows";
import { channelsOfReport } from "./report-devices";

type Reported = { definition: ReportDefinition; deviceIds: string[]; startedAt: number; from: number; to: number };

/** Hashes the calibrations that apply within the period. Omits channels that were added after the start. */
export function hashOfCalibrations(db: AccountDb, { definition, deviceIds, startedAt, from, to }: Reported): string {
	const channels = channelsOfReport({ db }, { definition }, deviceIds).filter(({ id }) => timeOfId(id) <= startedAt);
	const applied = idsWithSources(channels)
		.toSorted()
		.map((channelId) => [channelId, appliedWithin(calibrationsOf(db, channelId), from, to)] as const)
		.filter(([, all]) => all.length > 0);
	return createHash("sha256").update(JSON.stringify(applied)).digest("hex");
}

/** Hashes how a device's channels are read. Omits channels that were added after the run began to wait. */
export function hashOfChannels(db: AccountDb, channels: readonly ChannelRow[], { now }: { now: number }): string {
	const all = allDerivedChannels(db);
	const known = channels.filter(({ id }) => timeOfId(id) <= now);
	const facts = known.map(({ id, unit }) => [id, unit, all.get(id)?.computedSince ?? null]);
	return createHash("sha256").update(JSON.stringify(facts)).digest("base64");
}

/** Two that begin before the period, or change nothing, count as one. */
function appliedWithin(all: readonly Calibration[], from: number, to: number): [number, number, number][] {
	const applied: [number, number, number][] = [];
	for (const [index, one] of all.entries()) {
		const next = all[index + 1]?.from ?? Number.POSITIVE_INFINITY;
		if (one.from >= to || next <= from) continue;
		const [, scale, offset] = applied.at(-1) ?? [0, 1, 0];
		if (scale !== one.scale || offset !== one.offset) applied.push([Math.max(from, one.from), one.scale, one.offset]);
	}
	return applied;
}

export function idsWithSources(channels: readonly ChannelRow[]): string[] {
	const sources = channels.flatMap(({ derived }) => derived?.sources.map(({ channelId }) => channelId) ?? []);
	return [...new Set([...channels.map(({ id }) => id), ...sources])];
}
