import { env } from "cloudflare:workers";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";

type Parts = {
	directory: Pick<D1Database, "batch" | "prepare">;
	own: string;
	onFailure(error: unknown): void;
};

/** Another jurisdiction has empty objects under the same names: a changed setting would show every account as new. */
export function createDataPlace({ directory, own, onFailure }: Parts) {
	let request: Promise<string> | null = null;

	async function fetch(): Promise<string> {
		const write = directory.prepare("INSERT INTO data_place VALUES (1, ?) ON CONFLICT (id) DO NOTHING").bind(own);
		const read = directory.prepare("SELECT jurisdiction FROM data_place");
		const [, found] = await directory.batch<{ jurisdiction: string }>([write, read]);
		return found?.results[0]?.jurisdiction ?? own;
	}

	return {
		/** Null: the data is in this deployment's jurisdiction, or the directory is unavailable. */
		async findOther(): Promise<string | null> {
			request ??= fetch();
			try {
				const found = await request;
				return found === own ? null : found;
			} catch (error) {
				request = null;
				onFailure(error);
				return null;
			}
		},
	};
}

const ownPlace = env.JURISDICTION || "";

export const dataPlace = createDataPlace({
	directory: env.DIRECTORY,
	own: ownPlace,
	onFailure: (error) => recordFault(error, "backend", { event: "data-place-unknown", ...faultText(error) }),
});

export function otherPlaceText(found: string): string {
	const named = (jurisdiction: string) =>
		jurisdiction === "" ? "no jurisdiction" : `the jurisdiction ${jurisdiction}`;
	return `Data lies in ${named(found)}, and JURISDICTION is set to ${named(ownPlace)}`;
}
