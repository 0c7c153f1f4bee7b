import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { GroupId } from "../../../../shared/base/ids";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { deviceFacts, groupBy, groupList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { GroupEditor, NoGroupEditor } from "../../../features/groups/group-editor";
import { groupDenial } from "../../../features/groups/group-labels";
import { NewGroupSearch } from "../../../features/groups/group-search";
import { initialGroup } from "../../../features/groups/group-values";
import { RoleGate } from "../../../features/shell/role-gate";
import { useStableDenial } from "../../../forms/stable-denial";
import { t } from "../../../words/made/first-screen";

const copiedFrom = ({ copy }: { copy?: string | undefined }) => GroupId.safeParse(copy).data;

export const Route = createFileRoute("/_authenticated/groups/new/")({
	validateSearch: NewGroupSearch,
	loaderDeps: ({ search: { copy } }) => ({ copy }),
	staticData: { title: "newGroup" },
	loader: ({ deps, preload }) => {
		const copy = copiedFrom(deps);
		const copied = () => (copy === undefined ? [] : [warm(groupBy(copy)), warm(deviceFacts())]);
		const start = () => [warm(deviceList()), warm(groupList()), ...copied()];
		return loadScreenFor("viewFleet", start, { preload });
	},
	component: () => (
		<RoleGate capability="viewFleet" act="seeGroups">
			<NewGroupPage />
		</RoleGate>
	),
});

function NewGroupPage() {
	const { filter } = Route.useSearch();
	const copy = copiedFrom(Route.useLoaderDeps());
	const { me } = useAccount();
	const [devices, groups] = useSuspenseQueries({ queries: [deviceList(), groupList()] });
	const denial = useStableDenial(groupDenial(me));
	if (denial !== null) return <NoGroupEditor title={t("title.newGroup")} reason={denial} />;
	const copied = copy === undefined ? undefined : queryClient.getQueryData(groupBy(copy).queryKey);
	return (
		<GroupEditor
			key={`${copy} ${filter}`}
			title={t("title.newGroup")}
			group={null}
			initialValues={initialGroup({ copied, filter, groups: groups.data })}
			devices={devices.data}
			groups={groups.data}
		/>
	);
}
