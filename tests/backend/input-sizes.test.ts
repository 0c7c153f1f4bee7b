import { describe, expect, it } from "vitest";
import { acts } from "../../backend/api/acts";
import { appRouter } from "../../backend/router";
import { GetArchiveFiles } from "../../shared/account/leaving";
import { limits, serverLimits } from "../../shared/base/limits";
import { IngestBody } from "../../shared/ingest/ingest";
import { LogExport } from "../../shared/log/log-export";
import { ImportOptions } from "../../shared/log/reading-import";
import { GetReportFiles, GetYearOfFiles } from "../../shared/report/report";
import * as authRequests from "../../shared/session/auth-requests";
import { TimeWindows } from "../../shared/time/time-windows";
import { warmAlert } from "./fixtures/alert-rules";
import { newId } from "./fixtures/fleet";
import { largestInput, listsOf, type Schema } from "./fixtures/largest-input";

type Named = { path: string; schema: Schema };
const typed = (schema: object) => schema as unknown as Schema; // zod's types hide the parts of a schema
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && "_zod" in value;
const schemasOf = (values: Record<string, unknown>): Named[] =>
	Object.entries(values).flatMap(([path, schema]) => (isSchema(schema) ? [{ path, schema }] : []));

const procedures = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
	const { inputs } = (procedure as unknown as { _def: { inputs: unknown[] } })._def; // tRPC's types hide the builder's inputs
	return inputs.map((input) => ({ path, input }));
});
const called = procedures.flatMap(({ path, input }) => (isSchema(input) ? [{ path, schema: input }] : []));
const posted = [
	...schemasOf(authRequests),
	...Object.entries(acts).map(([name, { body }]) => ({ path: `POST /api/v1/${name}`, schema: typed(body) })),
	{ path: "import options", schema: typed(ImportOptions) },
];
const inAddresses = schemasOf({ LogExport, GetArchiveFiles, GetReportFiles, GetYearOfFiles });
const all = [...called, ...posted, ...inAddresses];
const sized = all.map(({ path, schema }) => ({ path, ...largestInput(schema, path) }));

describe("the largest inputs", () => {
	it("bounds every text, list and record of procedures and endpoints", () => {
		expect([called.length > 150, posted.length > 15, inAddresses.length]).toEqual([true, true, 4]);
		expect(sized.flatMap(({ unbounded }) => unbounded)).toEqual([]);
	});

	it("holds each input to a megabyte", () => {
		expect(sized.filter(({ bytes }) => bytes > limits.proxyBodyBytes)).toEqual([]);
	});

	it("leaves to functions only files, which have limits of their own", () => {
		const parsed = procedures.filter(({ input }) => !isSchema(input)).map(({ path }) => path);
		expect(parsed.sort()).toEqual(["attachment.addAttachment", "log.importReadings", "log.previewImport"]);
		expect(limits.importFileBytes).toBe(20_000_000);
	});

	it("leaves to the body's limit only the entries of an upload, which are looked at one by one", () => {
		expect(largestInput(typed(IngestBody), "upload").unbounded).toEqual(["upload.readings[] (unknown)"]);
		expect(serverLimits.ingestBodyBytes).toBe(4_000_000);
	});
});

describe("lists of ids, kinds and days", () => {
	/** Lists whose duplicates have a meaning, or whose values must differ. */
	const inOrder = [
		/\.timeColumns$/,
		/\.columns$/,
		/\.noValues$/,
		/\.keepFileFormat\.readings$/,
		/\.tags$/,
		/\.layers\.contactIds$/,
		/\.pattern$/,
	];

	it("keeps each value once, whatever list of an input it is in", () => {
		const lists = all.flatMap(({ path, schema }) => listsOf(schema, path)).filter(({ isOfValues }) => isOfValues);
		expect(lists.length).toBeGreaterThan(80);
		const several = lists.filter(({ isSet, path }) => !isSet && !inOrder.some((known) => known.test(path)));
		expect(several.map(({ path }) => path)).toEqual([]);
	});

	it("takes ten thousand times one device for one device", () => {
		const id = newId("device");
		const schema = called.find(({ path }) => path === "alert.createAlert")?.schema as unknown as {
			parse(input: unknown): { scope: unknown };
		};
		const input = { ...warmAlert, scope: { deviceIds: Array.from({ length: 10_000 }, () => id) } };
		expect(schema.parse(input).scope).toEqual({ deviceIds: [id] });
	});

	it("rejects a list of days that is longer than a week", () => {
		const window = { days: Array.from({ length: 490_000 }, () => 1), from: "08:00", to: "09:00" };
		expect(TimeWindows.safeParse({ zone: "UTC", weekly: [window], spans: [] }).success).toBe(false);
		const { data } = TimeWindows.safeParse({ zone: "UTC", weekly: [{ ...window, days: [2, 1, 2] }], spans: [] });
		expect(data?.weekly[0]?.days).toEqual([2, 1]);
	});
});
