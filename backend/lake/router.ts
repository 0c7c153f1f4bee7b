import {
	type BucketOutcome,
	GetLakeDays,
	GetLakeFile,
	type Lake,
	type LakeDays,
	lakeLimits,
	lakePath,
	readLakePath,
	type SavedLakeBucket,
	SaveLake,
	SaveLakeBucket,
} from "../../shared/account/lake";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import { webhookComplaint } from "../../shared/message/webhook-url";
import type { StoredReportFile } from "../../shared/report/report";
import { addConfigEvent } from "../activity/log-events";
import { unnamedKeptMs } from "../base/archive-places";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import {
	changeFiles,
	changeLake,
	countStoredDays,
	countUncopied,
	countWaitingDays,
	deleteAllDays,
	deleteDaysBefore,
	findFileAt,
	findLake,
	forgetCopies,
	lakeSums,
	listStoredDays,
	livingFilesOf,
	saveLakeRow,
} from "../db/lake-rows";
import type { OwnBucket } from "./lake-calls";
import { nextNight, ownBucketOf } from "./night";
import { probeBucket } from "./own-bucket";

/** The files hold readings of every device, so a scope of groups cannot have the capability. */
export const lakeRouter = router({
	getLake: procedureFor("exportAccount").query(({ ctx }) => toLake(ctx)),
	getLakeDays: procedureFor("exportAccount").input(GetLakeDays).query(getLakeDays),
	getLakeFile: procedureFor("exportAccount").input(GetLakeFile).query(getLakeFile),
	saveLake: procedureFor("exportAccount").input(SaveLake).mutation(saveLake),
	saveLakeBucket: procedureFor("exportAccount").input(SaveLakeBucket).mutation(saveBucket),
	testLakeBucket: procedureFor("exportAccount").mutation(({ ctx }) => testBucket({ ctx, input: undefined })),
	removeLakeBucket: procedureFor("exportAccount").mutation(({ ctx }) => removeBucket({ ctx, input: undefined })),
});

function toLake({ db, now }: Pick<MemberContext, "db" | "now">): Lake {
	const lake = findLake(db);
	const isNightPlanned = lake?.isOn === true && lake.dueAt !== null;
	const bucket = lake && ownBucketOf(lake);
	return {
		isOn: lake?.isOn ?? false,
		since: lake?.since == null ? null : new Date(lake.since * dayMs),
		nextNightAt: isNightPlanned && lake.stage === "rest" ? new Date(lake.dueAt ?? 0) : null,
		isRunning: isNightPlanned && lake.stage !== "rest",
		days: countStoredDays(db),
		waitingDays: countWaitingDays(db, Math.floor(now / dayMs)),
		...lakeSums(db),
		lastNight: lake?.lastNight ?? null,
		bucket: bucket && lake && withoutSecret(bucket, { waitingFiles: countUncopied(db), outcome: lake.outcome }),
	};
}

function withoutSecret(
	{ secret: _, ...place }: OwnBucket,
	state: { waitingFiles: number; outcome: BucketOutcome | null },
) {
	return { ...place, ...state };
}

/** Another beginning keeps the files of days that stay. The first night begins at once. */
function saveLake({ ctx, input }: Call<SaveLake>): Lake {
	const { db, now, accountId: id } = ctx;
	const since = input.since === null ? null : Math.floor(input.since / dayMs);
	const before = findLake(db);
	if ((before?.isOn ?? false) === input.isOn && (before?.since ?? null) === since) {
		ctx.audit.exempt();
		return toLake(ctx);
	}
	ctx.audit.change({ account: [id] }, () => {
		const isWidened = before?.isOn !== true || (since ?? 0) < (before.since ?? 0);
		const fenced = { stage: "rest", hand: "none", failures: 0, night: null, step: (before?.step ?? 0) + 1 } as const;
		const position = before?.isOn && input.isOn ? before.position : null;
		const dueAt = input.isOn ? now : nextNight(id, now);
		const wasWidened = before?.isOn === true && before.isWidened;
		saveLakeRow(db, { id, isOn: input.isOn, since, position, isWidened: isWidened || wasWidened, dueAt, ...fenced });
		const goneAt = { state: "gone", dueAt: now + unnamedKeptMs } as const;
		if (input.isOn) {
			changeFiles(db, { state: "living", before: since ?? 0 }, goneAt);
			deleteDaysBefore(db, since ?? 0);
		} else {
			forgetCopies(db);
			changeFiles(db, { state: "living" }, goneAt);
			deleteAllDays(db);
		}
		addConfigEvent(ctx, null, said(input.isOn ? "lake.on" : "lake.off"));
	});
	ctx.invalidations.changed("account", "all");
	return toLake(ctx);
}

/** Stores the bucket only if it takes, returns and deletes an object. Throws InputError for an endpoint that must not be reached. */
async function saveBucket({ ctx, input }: Call<SaveLakeBucket>): Promise<SavedLakeBucket> {
	const { secret: entered, ...place } = input;
	const before = findLake(ctx.db);
	assertEndpoint(ctx, place.endpoint);
	// A stored secret never goes to another endpoint.
	const stored = before?.endpoint === place.endpoint && before.keyId === place.keyId ? before.secret : null;
	const secret = entered ?? stored;
	if (secret === null) throw new InputError({ secret: errorKey("lake.key") });
	const outcome = await probeBucket(ctx, { ...place, secret });
	if (outcome.kind !== "ok") {
		ctx.audit.exempt();
		return { outcome, lake: toLake(ctx) };
	}
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		const isElsewhere =
			before?.endpoint !== place.endpoint || before.bucket !== place.bucket || before.prefix !== place.prefix;
		if (isElsewhere) forgetCopies(ctx.db);
		saveLakeRow(ctx.db, { id: ctx.accountId, isOn: before?.isOn ?? false, ...place, secret, outcome });
		addConfigEvent(ctx, null, said("lake.bucketSet", { name: place.bucket }));
	});
	ctx.invalidations.changed("account", "all");
	return { outcome, lake: toLake(ctx) };
}

async function testBucket({ ctx }: Call): Promise<SavedLakeBucket> {
	const lake = findLake(ctx.db);
	const bucket = lake && ownBucketOf(lake);
	if (!bucket) throw new InputError({ endpoint: errorKey("address.missing") });
	const outcome = await probeBucket(ctx, bucket);
	ctx.audit.change({}, () => {
		changeLake(ctx.db, ctx.accountId, { outcome });
		ctx.audit.act({ account: [ctx.accountId] }, { outcome: outcome.kind });
	});
	return { outcome, lake: toLake(ctx) };
}

function removeBucket({ ctx }: Call): Lake {
	const none = { endpoint: null, bucket: null, prefix: null, region: null, keyId: null, secret: null, outcome: null };
	const before = findLake(ctx.db);
	if (before === null || ownBucketOf(before) === null) {
		ctx.audit.exempt();
		return toLake(ctx);
	}
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		forgetCopies(ctx.db);
		changeLake(ctx.db, ctx.accountId, none);
		addConfigEvent(ctx, null, said("lake.bucketRemoved", { name: before.bucket ?? "" }));
	});
	ctx.invalidations.changed("account", "all");
	return toLake(ctx);
}

function assertEndpoint({ ownHosts, outside }: MemberContext, endpoint: string): void {
	const complaint = webhookComplaint(endpoint, { ownHosts, isLocal: outside.isLocal });
	if (complaint !== null) throw new InputError({ endpoint: complaint });
}

function getLakeDays({ ctx, input: { before = Number.MAX_SAFE_INTEGER } }: Call<GetLakeDays>): LakeDays {
	const found = listStoredDays(ctx.db, { before, limit: lakeLimits.daysPerPage + 1 });
	const shown = found.slice(0, lakeLimits.daysPerPage);
	const filesOf = Map.groupBy(
		livingFilesOf(
			ctx.db,
			shown.map(({ day }) => day),
		),
		({ day }) => day,
	);
	const days = shown.map(({ day, rows }) => {
		const files = (filesOf.get(day) ?? []).flatMap(({ path, bytes }) => {
			const part = readLakePath(path)?.part;
			return part === undefined ? [] : { part, bytes };
		});
		return { day, rows, files };
	});
	return { days, hasMore: found.length > shown.length };
}

/** Throws DATA_EXPORT_NOT_FOUND for a file that the manifest does not name. */
function getLakeFile({ ctx, input: { day, part } }: Call<GetLakeFile>): StoredReportFile {
	const file = findFileAt(ctx.db, lakePath(day, part));
	if (file?.state !== "living") throw domainError("DATA_EXPORT_NOT_FOUND", { exportId: part });
	const [, date = "", name = ""] = file.path.split("/");
	const objectKey = `${ctx.lakePrefix}/${file.path}`;
	const mediaType = "application/vnd.apache.parquet";
	return {
		name: `readings-${date.replace("date=", "")}-${name}`,
		mediaType,
		objectKey,
		bytes: file.bytes,
		sha256: file.sha256,
	};
}
