export type ApiCall = {
	list: string;
	parameters?: Readonly<Record<string, string>>;
};

export const longestApiCall = 8_000;

export function apiCallUrl(origin: string, { list, parameters = {} }: ApiCall): string {
	const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `${origin}/api/v1/${list}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** A curl command for a POSIX shell that fetches the first page as CSV. The key comes from the environment. */
export function curlCommand(origin: string, call: ApiCall): string {
	const url = apiCallUrl(origin, { ...call, parameters: { ...call.parameters, format: "csv" } });
	return [`curl --fail '${url.replaceAll("'", "%27")}' \\`, '  -H "Authorization: Bearer $API_KEY"'].join("\n");
}

/** A query for Excel and Power BI. The key is a header: Excel's own kind of key would put it into the URL. */
export function powerQuery(origin: string, { list, parameters = {} }: ApiCall): string {
	const fields = Object.entries(parameters).map(([name, value]) => `${name} = ${textOfM(value)}`);
	return `let
  ApiKey = "aqk_…",
  Page = (cursor) => Json.Document(Web.Contents(${textOfM(origin)}, [
    RelativePath = ${textOfM(`api/v1/${list}`)},
    Query = [${fields.join(", ")}] & (if cursor = null then [] else [cursor = cursor]),
    Headers = [Authorization = "Bearer " & ApiKey]
  ])),
  Pages = List.Generate(
    () => Page(null),
    each _ <> null,
    each if [nextCursor] = null then null else Page([nextCursor])
  ),
  Rows = List.Combine(List.Transform(Pages, each [data]))
in
  Table.FromRecords(Rows, null, MissingField.UseNull)`;
}

/** https://learn.microsoft.com/powerquery-m/m-spec-lexical-structure: quotes are doubled, and `#(` begins an escape. */
function textOfM(text: string): string {
	return `"${text.replaceAll('"', '""').replaceAll("#(", "#(#)(")}"`;
}
