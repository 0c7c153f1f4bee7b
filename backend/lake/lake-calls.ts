import type { BucketOutcome } from "../../shared/account/lake";
import type { LakePosition } from "../db/lake-schema";

export type LakeHandOver = { accountId: string; lakeStep: number };

export type OwnBucket = {
	endpoint: string;
	bucket: string;
	prefix: string;
	region: string;
	keyId: string;
	secret: string;
};

/** `key`: in our bucket. `path`: below the prefix of the account's own bucket. */
export type LakeTask =
	| { kind: "file"; day: number; path: string; key: string; position: LakePosition }
	| { kind: "manifest"; key: string; text: string }
	| { kind: "copy"; path: string; key: string; bytes: number; sha256: string; bucket: OwnBucket }
	| { kind: "ownManifest"; text: string; bucket: OwnBucket }
	| { kind: "removal"; files: { path: string; key: string }[]; copies: string[]; bucket: OwnBucket | null };

export type LakeClaim = { status: "ignored" } | { status: "make"; task: LakeTask };

/** Columns of equal length. `channel` indexes `channels`. `sent` NaN: no value was sent. Times are epoch ms. */
export type LakePage = {
	channels: { deviceId: string; serial: string | null; channelId: string; name: string; unit: string }[];
	channel: Uint32Array;
	at: Float64Array;
	value: Float64Array;
	sent: Float64Array;
	receivedAt: Float64Array;
	next: LakePosition | null;
};

export type LakeResponse = { status: "lost" } | { status: "page"; page: LakePage };

export type MadeLakeFile = { rows: number; bytes: number; sha256: string };

/** `named`: paths that the manifest named before. `bucket`: what the account's own bucket returned. */
export type LakeNews =
	| { kind: "file"; path: string; made: MadeLakeFile | null; next: LakePosition | null }
	| { kind: "manifest"; named: string[] }
	| { kind: "copied"; path: string }
	| { kind: "removed"; paths: string[]; bucket: BucketOutcome | null }
	| { kind: "failed"; bucket: BucketOutcome | null };

export type LakePlace = { day: number; position: LakePosition; rows: number };

export type LakeCalls = {
	claimLake(step: number, now: number): Promise<LakeClaim>;
	/** `lost`: the task is over, or another consumer's. */
	readLake(step: number, where: LakePlace, now: number): Promise<LakeResponse>;
	reportLake(step: number, news: LakeNews, now: number): Promise<void>;
};

export class LakeLostError extends Error {
	constructor() {
		super("The task of the lake is no longer this consumer's");
		this.name = "LakeLostError";
	}
}
