import type { ListedCalls } from "../../ui/table/api-call-button";
import { type ChoiceName, choiceNames, limitNames } from "./device-criteria";
import type { DeviceListState } from "./device-list-state";

const idsInCall = 200;
const choices: Partial<Record<ChoiceName, string>> = { status: "status", group: "group" };

/** Uses filters if the API has all of them, else the ids of the matching rows. */
export function deviceCalls(state: DeviceListState, matching: readonly { id: string }[]): ListedCalls {
	const chosen = choiceNames.filter((name) => state.choices[name].length > 0);
	const isOwn =
		chosen.every((name) => choices[name] !== undefined) && limitNames.every((name) => state.limits[name] === null);
	const archived: Record<string, string> = state.archived === "current" ? {} : { archived: state.archived };
	const isById = !isOwn && matching.length > 0 && matching.length <= idsInCall;
	const byFilter = {
		...(state.text !== "" && { search: state.text }),
		...Object.fromEntries(
			chosen.flatMap((name) => (choices[name] ? [[choices[name], state.choices[name].join(",")]] : [])),
		),
	};
	const parameters = { ...archived, ...(isById ? { id: matching.map(({ id }) => id).join(",") } : byFilter) };
	return { isWider: !isOwn && !isById, calls: () => [{ list: "devices", parameters }] };
}
