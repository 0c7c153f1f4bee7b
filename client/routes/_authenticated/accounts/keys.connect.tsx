import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import type { AssistantRequestTarget } from "../../../../shared/account/api-key";
import { useAccount } from "../../../api/account";
import { groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { type SearchTexts, searchTexts } from "../../../base/search-text";
import { ConnectAssistantScreen } from "../../../features/api-keys/connect-assistant";
import { RoleGate } from "../../../features/shell/role-gate";

const parameters = [
	...["response_type", "client_id", "redirect_uri", "scope", "state"],
	...["code_challenge", "code_challenge_method", "resource"],
] as const;

type Search = SearchTexts<(typeof parameters)[number]>;

function targetOf(search: Search): AssistantRequestTarget {
	const given = parameters.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]));
	return { origin: window.location.origin, search: new URLSearchParams(given).toString() };
}

const requested = (search: Search) => trpc.account.getAssistantRequest.queryOptions(targetOf(search));

export const Route = createFileRoute("/_authenticated/accounts/keys/connect")({
	validateSearch: searchTexts(parameters),
	staticData: { title: "connectAssistant" },
	loaderDeps: ({ search }) => ({ search }),
	loader: ({ deps: { search }, ...context }) =>
		loadScreenFor("editKeys", () => [warm(requested(search)), warm(groupList())], context),
	component: () => (
		<RoleGate capability="editKeys" act="seeKeys">
			<ConnectPage />
		</RoleGate>
	),
});

function ConnectPage() {
	const { companyName, me } = useAccount();
	const search = Route.useSearch();
	const { data } = useSuspenseQuery(requested(search));
	return <ConnectAssistantScreen request={data} target={targetOf(search)} account={{ companyName, me }} />;
}
