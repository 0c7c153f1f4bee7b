import { AwsClient } from "aws4fetch";
import type { BucketOutcome } from "../../shared/account/lake";
import { minuteMs, secondMs } from "../../shared/base/durations";
import { hexOf } from "../../shared/base/hex";
import { readBody } from "../../shared/base/read-body";
import { webhookComplaint } from "../../shared/message/webhook-url";
import type { Outside } from "../base/outside";
import type { OwnBucket } from "./lake-calls";

const probeDeadlineMs = 10 * secondMs;
const fileDeadlineMs = 4 * minuteMs;
const longestError = 10_000;
export const longestManifest = 8_000_000;

export class BucketError extends Error {
	constructor(readonly outcome: BucketOutcome) {
		super(`The account's own bucket: ${outcome.kind} ${outcome.detail}`);
		this.name = "BucketError";
	}
}

export type BucketParts = { outside: Outside; ownHosts: readonly string[] };

type Stored = { body: NonNullable<RequestInit["body"]>; bytes: number; sha256: string };
type Call = { method: string; path: string; deadlineMs: number; stored?: Stored };

/** Any S3-compatible bucket, addressed by path. Every call throws BucketError. */
export function openOwnBucket({ outside, ownHosts }: BucketParts, bucket: OwnBucket) {
	const { endpoint, region, keyId: accessKeyId, secret: secretAccessKey } = bucket;
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });

	async function send({ method, path, deadlineMs, stored }: Call): Promise<Response> {
		const key = `${bucket.prefix}${path}`.split("/").map(encodeURIComponent).join("/");
		const url = `${endpoint.replace(/\/$/, "")}/${bucket.bucket}/${key}`;
		if (webhookComplaint(url, { ownHosts, isLocal: outside.isLocal }) !== null) throw failure("blocked");
		const payload = { "x-amz-content-sha256": stored?.sha256 ?? emptySha256 };
		const signed = await client.sign(url, { method, headers: payload });
		const headers = new Headers(signed.headers);
		if (stored) headers.set("content-length", String(stored.bytes));
		const init = { method, headers, redirect: "manual", signal: AbortSignal.timeout(deadlineMs) } as const;
		try {
			if (!(stored?.body instanceof ReadableStream))
				return await outside.send(signed.url, { ...init, body: stored?.body });
			// A stream without a length would be sent in chunks, which buckets reject.
			const sized = new FixedLengthStream(stored.bytes);
			// A body that ends early fails the request by itself, and a bucket may respond before it has read all.
			stored.body.pipeTo(sized.writable).catch(() => {});
			return await outside.send(signed.url, { ...init, body: sized.readable });
		} catch (error) {
			throw failure(error instanceof Error && error.name === "TimeoutError" ? "slow" : "unreachable");
		}
	}

	async function put(path: string, stored: Stored, deadlineMs = fileDeadlineMs): Promise<void> {
		const response = await send({ method: "PUT", path, deadlineMs, stored });
		if (!response.ok) throw await failureOf(response);
		await response.body?.cancel();
		const head = await send({ method: "HEAD", path, deadlineMs: probeDeadlineMs });
		await head.body?.cancel();
		if (head.status === 401 || head.status === 403) throw failure("denied", "GetObject");
		if (!head.ok) throw failure("altered", String(head.status));
		const held = Number(head.headers.get("content-length"));
		if (held !== stored.bytes) throw failure("altered", `${held} / ${stored.bytes}`);
	}

	/** Null: there is none. A bucket that may not be listed denies objects that do not exist. */
	async function get(path: string, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
		const response = await send({ method: "GET", path, deadlineMs: probeDeadlineMs });
		if (response.ok) {
			const bytes = await bodyOf(response, mostBytes);
			if (bytes === "too-large") throw failure("altered", path);
			return bytes;
		}
		const error = await failureOf(response);
		const isAbsent = response.status === 403 || (response.status === 404 && error.outcome.detail !== "NoSuchBucket");
		if (isAbsent) return null;
		throw error;
	}

	async function remove(path: string): Promise<void> {
		const response = await send({ method: "DELETE", path, deadlineMs: probeDeadlineMs });
		if (!response.ok && response.status !== 404) throw await failureOf(response);
		await response.body?.cancel();
	}

	return { put, get, remove };
}

/** Writes, reads and deletes an object as the nights do. */
export async function probeBucket(parts: BucketParts, bucket: OwnBucket): Promise<BucketOutcome> {
	const { put, get, remove } = openOwnBucket(parts, bucket);
	const path = `aqlcloud-probe-${crypto.randomUUID()}.txt`;
	const body = new TextEncoder().encode(`A test of AQLCloud that may be deleted: ${path}`);
	try {
		await put(path, { body, bytes: body.length, sha256: await sha256Of(body) }, probeDeadlineMs);
		const found = await get(path, longestError);
		if (found === null) return { kind: "denied", detail: "GetObject" };
		if (new TextDecoder().decode(found) !== new TextDecoder().decode(body)) return { kind: "altered", detail: "" };
		await remove(path);
		return { kind: "ok", detail: "" };
	} catch (error) {
		if (error instanceof BucketError) return error.outcome;
		throw error;
	}
}

export async function sha256Of(bytes: Uint8Array): Promise<string> {
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function failure(kind: BucketOutcome["kind"], detail = ""): BucketError {
	return new BucketError({ kind, detail });
}

async function bodyOf(response: Response, mostBytes: number) {
	try {
		return await readBody(response.body, mostBytes);
	} catch (error) {
		throw failure(error instanceof Error && error.name === "TimeoutError" ? "slow" : "unreachable");
	}
}

const regionCodes = new Set([
	"AuthorizationHeaderMalformed",
	"PermanentRedirect",
	"TemporaryRedirect",
	"IllegalLocationConstraintException",
]);

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
async function failureOf(response: Response): Promise<BucketError> {
	const body = await bodyOf(response, longestError);
	const xml = body === "too-large" ? "" : new TextDecoder().decode(body);
	const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(xml)?.[1] ?? "";
	const { status } = response;
	const region = response.headers.get("x-amz-bucket-region") ?? /<Region>([^<]*)<\/Region>/.exec(xml)?.[1] ?? "";
	if (regionCodes.has(code) || (status >= 300 && status < 400)) {
		return failure("wrongRegion", /^[a-z0-9-]{1,40}$/.test(region) ? region : "");
	}
	if (status === 404) return failure("notFound", code);
	if (status === 401 || status === 403) return failure("denied", code);
	if (status === 408 || status === 429 || code === "SlowDown" || code === "RequestTimeout")
		return failure("slow", code);
	return failure("unexpected", code === "" ? String(status) : `${status} ${code}`);
}
