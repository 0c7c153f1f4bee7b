import { ownValue } from "../../../shared/base/own-value";
import type { ReportDefinition } from "../../../shared/report/report";
import type { AccountDb, EvidenceArchive } from "../../base/context";
import type { DeviceState, ReadingHistory, Span } from "../../base/reading-store";
import type { TurnQueue } from "../../base/turn-queue";

export type ReportParts = {
	db: AccountDb;
	readingStore: ReadingHistory & Pick<DeviceState, "mostStored" | "watched">;
	evidence: EvidenceArchive;
	now: number;
	turnQueue: Pick<TurnQueue, "next">;
};

export type ReportedRun = {
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	now: number;
	deviceScope: "all" | ReadonlySet<string>;
	/** Groups with their rules, and contacts, that the report may name. */
	mayName: "all" | { groupIds: ReadonlySet<string>; contactIds: () => ReadonlySet<string> };
	/** Beyond this many device-days, readings are counted roughly; absent: never. */
	mostCounted?: number;
	/** First readable epoch ms by device, as of the first claim; null: as retention is now. */
	keptFrom: Record<string, number> | null;
};

export function spanOf({ from, to, keptFrom }: ReportedRun, deviceId: string): Span {
	const since = ownValue(keptFrom ?? {}, deviceId);
	return since === undefined ? { from, to } : { from, to, keptFrom: since };
}
