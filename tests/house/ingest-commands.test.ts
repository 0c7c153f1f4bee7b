import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Operation, Parameter } from "../../backend/openapi/document-types";
import { curlCommand } from "../../backend/openapi/page-parts";

const parameter: Parameter = {
	name: "event",
	in: "query",
	description: "",
	required: true,
	schema: {},
	example: "up & $HOME's",
};

function commandOf(mediaType: string, value: unknown): string {
	const operation: Operation = {
		operationId: "door",
		tags: [],
		summary: "",
		responses: {},
		security: [{ integrationKey: [] }],
		parameters: [parameter, { ...parameter, in: "header", name: "Content-Encoding" }],
		requestBody: {
			required: true,
			description: "",
			content: {
				[mediaType]: { schema: {}, examples: { first: { summary: "", value }, second: { summary: "", value: 2 } } },
			},
		},
	};
	const servers = [{ url: "https://console.example.com", description: "" }];
	return curlCommand({ servers }, "/api/ingest/v1/door", operation);
}

function wordsOf(command: string): string[] {
	const asShown = command.replace(/^curl /, `sh -c 'printf "%s\\0" "$@"' - `);
	const env = { ...process.env, INTEGRATION_KEY: "aqi_1" };
	return execFileSync("sh", ["-c", asShown], { encoding: "utf8", env }).split("\0").slice(0, -1);
}

it("the commands of the page post the first example, as a shell reads them", () => {
	const body = { text: "it's $HOME `date` \\", list: [1, true] };
	const [url, ...rest] = wordsOf(commandOf("application/json", body));
	expect(new URL(url ?? "").searchParams.get("event")).toBe(parameter.example);
	expect(rest.slice(0, -1)).toEqual([
		...["-H", "Authorization: Bearer aqi_1", "-H", "Content-Type: application/json", "--data-binary"],
	]);
	expect(JSON.parse(rest.at(-1) ?? "")).toEqual(body);
});

it("the text of a file goes as it is, with its line ends", () => {
	const file = "serial,time\nSN-1,'\n";
	expect(wordsOf(commandOf("text/csv", file)).at(-1)).toBe(file);
});
