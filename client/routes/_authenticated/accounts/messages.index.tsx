import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { warmPages } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { searchTexts } from "../../../base/search-text";
import { denialOf } from "../../../entities/labels";
import { DeliveryLog } from "../../../features/messages/delivery-log";
import { logDenial } from "../../../features/messages/message-labels";
import { messagePage, messagePages, shownBy } from "../../../features/messages/message-pages";
import { RoleGate } from "../../../features/shell/role-gate";
import { CenteredMessage } from "../../../ui/feedback/notes";
import { ButtonLink } from "../../../ui/layout/link";
import { ListPending } from "../../../ui/table/list-pending";
import { listParameters, useSearchEntry } from "../../../ui/table/list-search";
import { t } from "../../../words/made/first-screen";
import { t as inShell } from "../../../words/made/shell";

const MessagesSearch = searchTexts([...listParameters, "contact", "class"]);

export const Route = createFileRoute("/_authenticated/accounts/messages/")({
	validateSearch: MessagesSearch,
	staticData: { title: "messages" },
	loaderDeps: ({ search: { period, status, channel, contact, class: messageClass } }) => ({
		period,
		status,
		channel,
		contact,
		class: messageClass,
	}),
	loader: async ({ deps, preload }) => {
		const now = Date.now();
		await loadScreenFor("viewMessages", () => [warmPages(messagePages(shownBy(deps), now))], { preload });
		return { now };
	},
	pendingComponent: () => <ListPending title={t("title.messages")} />,
	component: () => (
		<RoleGate capability="viewMessages" act="seeDeliveryLog">
			<MessagesPage />
		</RoleGate>
	),
});

function MessagesPage() {
	const { me } = useAccount();
	const denial = logDenial(me);
	if (denial === null) return <Messages />;
	return (
		<CenteredMessage title={t("title.messages")} text={denial}>
			<ButtonLink to="/dashboard">{inShell("roleGate.dashboard")}</ButtonLink>
		</CenteredMessage>
	);
}

function Messages() {
	const { me } = useAccount();
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const refetchInterval = useRefreshInterval();
	const shown = shownBy(Route.useSearch());
	// The loader's time, so that its response is in the cache.
	const [now] = useState(Route.useLoaderData().now);
	const pages = useSuspenseInfiniteQuery({ ...messagePages(shown, now), refetchInterval });
	return (
		<DeliveryLog
			rows={pages.data.pages.flatMap(({ messages }) => messages)}
			filters={shown}
			onFilter={(choice) => void navigate({ search: (before) => ({ ...before, ...choice }), ...entryOf(choice) })}
			readPage={messagePage(shown, now)}
			onOlder={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
			isLoadingOlder={pages.isFetchingNextPage}
			searchedTo={pages.data.pages.at(-1)?.searchedTo ?? null}
			denial={can(me.role, "resendMessages") ? null : denialOf("resendMessages", "sendMessages")}
		/>
	);
}
