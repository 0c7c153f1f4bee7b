import { ownValue } from "../../../shared/base/own-value";
import type { ReportDefinition } from "../../../shared/report/report";
import type { AccountDb, EvidenceArchive } from "../../base/context";
import type { ReadingStore, Span } from "../../base/reading-store";
import type { TurnQueue } from "../../base/turn-queue";

/** `now`: at this moment, epoch ms. */
export type ReportParts = {
	db: AccountDb;
	readingStore: ReadingStore;
	evidence: EvidenceArchive;
	now: number;
	turnQueue: Pick<TurnQueue, "next">;
};

/** What every part of one run is answered by. */
export type ReportedRun = {
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** When it was requested, epoch ms. */
	now: number;
	/** What may be read: the scope of who saved the report last. */
	deviceScope: "all" | ReadonlySet<string>;
	/** What may be named besides: groups with their rules, and contacts, likewise. */
	mayName: "all" | { groupIds: ReadonlySet<string>; contactIds: () => ReadonlySet<string> };
	/** Days of devices: of more than these, readings are counted roughly; absent: never. */
	mostCounted?: number;
	/** By device: from when on its readings are shown, as of the first claim; null: as retention says now. */
	keptFrom: Record<string, number> | null;
};

/** The part of a run that readings of a device come from. */
export function spanOf({ from, to, keptFrom }: ReportedRun, deviceId: string): Span {
	const since = ownValue(keptFrom ?? {}, deviceId);
	return since === undefined ? { from, to } : { from, to, keptFrom: since };
}
