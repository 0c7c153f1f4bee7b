import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { assistantAccess, publicLinkList, webhookList } from "../../../api/later-queries";
import { groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { ApiKeyList } from "../../../features/api-keys/api-key-list";
import { AssistantsCard } from "../../../features/api-keys/assistants-card";
import { WebhooksCard } from "../../../features/api-keys/webhooks-card";
import { PublicLinksCard } from "../../../features/public-links/public-links-card";
import { RoleGate } from "../../../features/shell/role-gate";

const apiKeys = () => trpc.account.getApiKeys.queryOptions();

export const Route = createFileRoute("/_authenticated/accounts/keys/")({
	staticData: { title: "keys" },
	loader: (context) =>
		loadScreenFor(
			"editKeys",
			() => [warm(apiKeys()), warm(groupList()), warm(assistantAccess()), warm(webhookList()), warm(publicLinkList())],
			context,
		),
	component: () => (
		<RoleGate capability="editKeys" act="seeKeys">
			<KeysPage />
		</RoleGate>
	),
});

function KeysPage() {
	const { me } = useAccount();
	const { data } = useSuspenseQuery(apiKeys());
	return (
		<>
			<ApiKeyList keys={data} me={me} />
			{me.scope === "all" && (
				<>
					<AssistantsCard />
					<WebhooksCard />
				</>
			)}
			<PublicLinksCard />
		</>
	);
}
