/** A list of the API with what it is filtered by: what a screen shows, for programs. */
export type ApiCall = {
	/** What follows `/api/v1/`. */
	list: string;
	/** Texts as the address has them; several values are parted by commas. */
	parameters?: Readonly<Record<string, string>>;
};

/** Calls longer than this are denied on the way. */
export const longestApiCall = 8_000;

export function apiCallUrl(origin: string, { list, parameters = {} }: ApiCall): string {
	const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `${origin}/api/v1/${list}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** For a POSIX shell, which takes the key from its environment; the first page as CSV. */
export function curlCommand(origin: string, call: ApiCall): string {
	const url = apiCallUrl(origin, { ...call, parameters: { ...call.parameters, format: "csv" } });
	return [`curl --fail '${url.replaceAll("'", "%27")}' \\`, '  -H "Authorization: Bearer $API_KEY"'].join("\n");
}

/**
 * For the Advanced Editor of Excel and Power BI: as many requests as there are pages, as a web query alone would read
 * the first only. The key goes into the header: Excel's own kind of key would put it into the address.
 */
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
