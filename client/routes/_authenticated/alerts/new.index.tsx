import { queryOptions, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import type { GetUnwatched } from "../../../../shared/alert/alert-coverage";
import { AlertId } from "../../../../shared/base/ids";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { rosterList } from "../../../api/later-queries";
import { alertBy, contactGroupList, contactList, groupList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { alertDenial } from "../../../features/alerts/alert-labels";
import { NewAlert } from "../../../features/alerts/alert-page";
import { beginAlert, unwatchedIn } from "../../../features/alerts/alert-values";
import { NewAlertSearch } from "../../../features/alerts/alerts-search";
import { Rehearsal } from "../../../features/alerts/rehearsal";
import { RoleGate } from "../../../features/shell/role-gate";
import { useStableDenial } from "../../../forms/stable-denial";
import { CenteredMessage } from "../../../ui/feedback/notes";
import { ButtonLink } from "../../../ui/layout/link";
import { t } from "../../../words/made/alerts";

const unwatchedBy = (kind: GetUnwatched) => queryOptions(trpc.alert.getUnwatched.queryOptions(kind));
const copiedFrom = ({ copy }: { copy?: string | undefined }) => AlertId.safeParse(copy).data;

export const Route = createFileRoute("/_authenticated/alerts/new/")({
	validateSearch: NewAlertSearch,
	loaderDeps: ({ search: { copy, unwatched } }) => ({ copy, unwatched }),
	staticData: { title: "newAlert" },
	loader: ({ deps, preload }) => {
		const copy = copiedFrom(deps);
		const copied = () => (copy === undefined ? [] : [warm(alertBy(copy))]);
		const kind = unwatchedIn(deps);
		const start = () => [
			...[warm(deviceList()), warm(groupList()), warm(contactList()), warm(contactGroupList()), warm(rosterList())],
			...copied(),
			...(kind ? [warm(unwatchedBy(kind))] : []),
		];
		return loadScreenFor("viewFleet", start, { preload });
	},
	component: () => (
		<RoleGate capability="viewFleet" act="seeAlerts">
			<NewAlertPage />
		</RoleGate>
	),
});

function NewAlertPage() {
	const search = Route.useSearch();
	const copy = copiedFrom(Route.useLoaderDeps());
	const { me } = useAccount();
	const [devices, groups, contacts, contactGroups, rosters] = useSuspenseQueries({
		queries: [deviceList(), groupList(), contactList(), contactGroupList(), rosterList()],
	});
	const denial = useStableDenial(alertDenial(me));
	if (denial !== null) {
		return (
			<CenteredMessage title={t("rule.new")} text={denial}>
				<ButtonLink to="/alerts/" search={{ view: "rules" }}>
					{t("rule.all")}
				</ButtonLink>
			</CenteredMessage>
		);
	}
	const copied = copy === undefined ? undefined : queryClient.getQueryData(alertBy(copy).queryKey);
	const kind = unwatchedIn(search);
	const unwatched = kind ? queryClient.getQueryData(unwatchedBy(kind).queryKey) : undefined;
	const isScoped = me.scope !== "all";
	return (
		<NewAlert
			key={JSON.stringify(search)}
			initialValues={beginAlert(search, { copied, isScoped, unwatched })}
			hasTemplates={search.template === undefined && copied === undefined && unwatched === undefined}
			devices={devices.data}
			groups={groups.data}
			contacts={contacts.data}
			contactGroups={contactGroups.data}
			rosters={rosters.data}
			isScoped={isScoped}
			canAddContacts={me.scope === "all" && can(me.role, "editContacts")}
			rehearsal={(draft) => <Rehearsal draft={draft} />}
		/>
	);
}
