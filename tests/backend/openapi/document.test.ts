import { describe, expect, it } from "vitest";
import { acts } from "../../../backend/api/acts";
import { resources } from "../../../backend/api/resources";
import { endpointNames } from "../../../backend/ingest/ingest-endpoint";
import { parseReadings } from "../../../backend/ingest/parse-readings";
import { openApiDocument } from "../../../backend/openapi/document";
import type { OpenApiDocument } from "../../../backend/openapi/document-types";
import { uploadOperations, uploadRoot } from "../../../backend/openapi/upload-operations";
import { Reading } from "../../../backend/openapi/upload-schemas";
import { limits, serverLimits } from "../../../shared/base/limits";
import { RejectReason } from "../../../shared/ingest/ingest";
import * as fc from "../../properties";
import { openApiProblems, schemaOf } from "./openapi-problems";

const document = openApiDocument("https://console.example.com");
const uploads = uploadOperations();
const operations = Object.entries(uploads.paths).map(([path, { post }]) => ({ path, ...post }));

describe("the document of the API", () => {
	it("satisfies the schema of OpenAPI 3.1", () => {
		expect(openApiProblems(document)).toEqual([]);
	});

	it("fails the schema if it is wrong", () => {
		const broken = structuredClone<OpenApiDocument>(document);
		const first = broken.paths[`${uploadRoot}/readings`];
		if (!first?.post?.requestBody) throw new Error("No endpoint");
		Object.assign(broken, { openapi: "3.0.3", path: {} });
		Object.assign(broken.info, { title: "" });
		Object.assign(broken.paths, { nowhere: { fetch: {} } });
		first.post.operationId = "csv";
		first.post.security = [{ someKey: [] }];
		first.post.requestBody.content = {
			"application/json": { schema: { $ref: "#/components/schemas/No" }, examples: {} },
		};
		Object.assign(first.post.responses, { ok: { headers: {}, content: {} } });
		expect(openApiProblems(broken)).toEqual([
			"openapi: is no 3.1",
			"info: has no title",
			"path: is no field of a document",
			"post /api/ingest/v1/readings: someKey is no key",
			"post /api/ingest/v1/readings: ok is no status",
			"post /api/ingest/v1/readings ok: has no description",
			"post /api/ingest/v1/readings ok: has no content",
			"post /api/ingest/v1/csv: has no operationId of its own",
			"nowhere: does not begin with a slash",
			"nowhere: fetch is no method",
			"#/components/schemas/No: leads nowhere",
		]);
	});

	it("lists every endpoint, and no other", () => {
		const own = Object.keys(document.paths).filter((path) => path.startsWith("/api/ingest/"));
		expect(own.sort()).toEqual(endpointNames.map((name) => `${uploadRoot}/${name}`).sort());
	});

	it("names every list and act of programs, and no other", () => {
		const own = Object.keys(document.paths).filter((path) => path.startsWith("/api/v1/"));
		const named = new Set([...Object.keys(resources), ...Object.keys(acts)].map((name) => `/api/v1/${name}`));
		expect(own.sort()).toEqual([...named].sort());
	});

	it("shows addresses at the requested console", () => {
		expect(document.servers.map(({ url }) => url)).toEqual(["https://console.example.com"]);
	});

	it("explains every reason, shows an entry rejected for it, and gives the limits in force", () => {
		const reasons = document.components.schemas.RejectReason as { oneOf: { const: string; description: string }[] };
		expect(reasons.oneOf.map((each) => each.const).sort()).toEqual([...RejectReason.options].sort());
		const shown = operations.flatMap(({ responses }) =>
			Object.values(responses["200"]?.content["application/json"]?.examples ?? {}).flatMap(
				({ value }) => (value as { rejected: { reason: string }[] }).rejected,
			),
		);
		expect([...new Set(shown.map(({ reason }) => reason))].sort()).toEqual([...RejectReason.options].sort());
		expect(document.components.schemas.Readings).toMatchObject({
			properties: { readings: { minItems: 1, maxItems: limits.ingestReadings } },
		});
		expect(Object.values(document["x-limits"]).map(({ value }) => value)).toEqual([
			serverLimits.ingestBodyBytes,
			limits.ingestReadings,
			limits.ingestDevices,
			serverLimits.ingestUploadsPerMinute,
			serverLimits.ingestUploadsPerMinute,
			serverLimits.accountUploadsPerMinute,
			serverLimits.ingestReadingsPerDay,
		]);
	});
});

describe("the examples of the document", () => {
	const media = operations.flatMap(({ path, requestBody, responses }) => [
		...Object.values(requestBody.content).map((content) => ({ of: path, ...content })),
		...Object.entries(responses).map(([status, { content }]) => ({
			of: `${path} ${status}`,
			...content["application/json"],
		})),
	]);

	it.each(media)("satisfy the schema of $of, except the rejected ones", ({ schema, examples }) => {
		const names = Object.keys(examples ?? {});
		expect(names.length).toBeGreaterThan(0);
		for (const [name, { value }] of Object.entries(examples ?? {})) {
			// The rejected example has invalid entries on purpose.
			const isMistaken = name === "refused" && value instanceof Object && "readings" in value;
			expect(schemaOf(document, schema ?? {}).safeParse(value).success, name).toBe(!isMistaken);
		}
	});
});

it("accepts at the endpoint every reading that the document allows", () => {
	const now = Date.parse("2026-11-21T15:00:00Z");
	const zone = fc.constantFrom("Z", "+01:00", "-09:30", "+23:59");
	const fraction = fc.constantFrom("", ".5", ".123456789");
	const instant = fc.date({ min: new Date("2000-01-03"), max: new Date("2026-11-20"), noInvalidDate: true });
	const text = fc
		.tuple(instant, fraction, zone)
		.map(([date, part, offset]) => `${date.toISOString().slice(0, 19)}${part}${offset}`);
	const at = fc.oneof(text, instant.map(Number));
	const value = fc.oneof(fc.double({ noNaN: true, min: -1e100, max: 1e100 }), fc.boolean());
	const readings = fc.array(fc.record({ channel: fc.string(), at, value }), { minLength: 1 });
	fc.assert(
		fc.property(readings, (submitted) => {
			const described = submitted.filter((entry) => Reading.safeParse(entry)?.success);
			expect(described.length).toBe(submitted.filter(({ channel }) => channel.trim() !== "").length);
			expect(parseReadings(described, now).rejected).toEqual([]);
		}),
	);
});
