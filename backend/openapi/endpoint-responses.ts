import type { IngestResult } from "../../shared/ingest/ingest";
import { type EndpointName, endpointRules } from "../ingest/ingest-endpoint";
import { type Rejection, rejections, serverFaults } from "../ingest/rejections";
import type { Example, Header, UploadReply as Reply } from "./document-types";
import { schemaRef } from "./upload-schemas";

type Failure = { status: number; name: string; message: string };

const requestId = "8f14e45f-ceea-467f-a8d3-1e2b6c9d0f57";

const requestIdHeader: Required<Header> = {
	description: "The id of the request, to quote when you ask for help.",
	required: true,
	schema: { type: "string" },
	example: requestId,
};

const retryAfterHeader: Required<Header> = {
	description: "Whole seconds after which the same upload will be taken.",
	required: true,
	schema: { type: "integer", minimum: 1 },
	example: 1,
};

const allowHeader: Required<Header> = {
	description: "What may be asked instead.",
	required: true,
	schema: { type: "string" },
	example: "POST",
};

const stored = "Taken. Entries are validated one by one: the good ones are kept, also where others are refused.";

const meanings: Record<Rejection["status"] | 500 | 502 | 503, string> = {
	400: "Not what it says it is, or of another shape. Sending it again does not help.",
	401: "The key is missing, wrong, revoked, or was replaced and its time is over; or its device is archived or deleted.",
	404: "No such endpoint.",
	405: "Endpoints take `POST` only.",
	410: "The account that the key belonged to is deleted. Sending it again does not help.",
	413: "Too much at once: send it in parts.",
	415: "Of another media type or encoding than this endpoint takes.",
	429: "Past a quota. Keep the upload and send it again after `Retry-After`.",
	500: "A fault of ours. Send it again.",
	502: "The console does not reach what stores readings. Send it again.",
	507: "The account's storage is full, and it has chosen to refuse new readings. Keep them and send them again later.",
	503: "More is sent to the account than it can take at once, or the console is being updated, as `Retry-After` says; or it is not set up in full. Nothing was stored: send it again.",
};

export function endpointResults(
	name: EndpointName,
	exchanges: { [name: string]: { summary: string; result: IngestResult } },
): Record<string, Reply> {
	const { key, ofMediaType, ofShape } = endpointRules(name);
	const { unreadable, accountGone, tooLarge, encoding, tooManyUploads, dailyQuota, storageFull } = rejections;
	const rejected = [
		unreadable,
		ofShape,
		rejections[key],
		accountGone,
		tooLarge,
		...(ofMediaType ? [ofMediaType] : []),
		encoding,
		tooManyUploads,
		dailyQuota,
		storageFull,
	];
	const byStatus = Map.groupBy([...rejected, ...Object.values(serverFaults)], ({ status }) => status);
	const taken = Object.entries(exchanges).map(([each, { summary, result }]): [string, Example] => {
		return [each, { summary, value: result }];
	});
	const responses: [string, Reply][] = [...byStatus].map(([status, failures]) => [
		String(status),
		refusalResponse(failures),
	]);
	const good: Reply = {
		description: stored,
		headers: { "X-Request-Id": requestIdHeader },
		content: { "application/json": { schema: schemaRef("Result"), examples: Object.fromEntries(taken) } },
	};
	return Object.fromEntries([["200", good], ...responses]);
}

export function responsesElsewhere(): Record<string, Reply> {
	return {
		[rejections.unknownEndpoint.name]: refusalResponse([rejections.unknownEndpoint]),
		[rejections.method.name]: refusalResponse([rejections.method]),
	};
}

function refusalResponse(failures: readonly Failure[]): Reply {
	const status = failures[0]?.status as keyof typeof meanings;
	const headers: Reply["headers"] = { "X-Request-Id": requestIdHeader };
	if (status === 429 || status === 507) headers["Retry-After"] = retryAfterHeader;
	if (status === 503) headers["Retry-After"] = { ...retryAfterHeader, required: false, example: 60 };
	if (status === 405) headers.Allow = allowHeader;
	const examples = failures.map(({ name, message }): [string, Example] => {
		return [name, { summary: message, value: { error: { name, message, requestId } } }];
	});
	return {
		description: meanings[status],
		headers,
		content: { "application/json": { schema: schemaRef("Refused"), examples: Object.fromEntries(examples) } },
	};
}
