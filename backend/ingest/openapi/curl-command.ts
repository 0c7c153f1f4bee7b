import type { ApiDocument, Operation } from "./document-types";

const keyVariables: Record<string, string> = { deviceKey: "$DEVICE_KEY", integrationKey: "$INTEGRATION_KEY" };

/** A command that posts the first example of a door, safe to paste into a POSIX shell. */
export function curlCommand({ servers }: ApiDocument, path: string, { parameters, ...operation }: Operation): string {
	const [mediaType = "", { examples = {} } = {}] = Object.entries(operation.requestBody.content)[0] ?? [];
	const query = new URLSearchParams(
		parameters.filter((each) => each.in === "query").map(({ name, example }) => [name, String(example)]),
	).toString();
	const [key = ""] = operation.security.flatMap((each) => Object.keys(each));
	return [
		`curl ${quoted(`${servers[0]?.url}${path}${query && `?${query}`}`)} \\`,
		`  -H "Authorization: Bearer ${keyVariables[key]}" \\`,
		`  -H ${quoted(`Content-Type: ${mediaType}`)} \\`,
		`  --data-binary ${quoted(bodyText(Object.values(examples)[0]?.value))}`,
	].join("\n");
}

/** An example as it is sent. */
export function bodyText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
