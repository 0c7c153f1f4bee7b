import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/permissions";
import { useAccount } from "../../../api/account";
import { failedWork, storageDetails } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor, mayBe } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { FailedWorkCard } from "../../../features/storage/failed-work-card";
import { StorageList } from "../../../features/storage/storage-list";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";

export const Route = createFileRoute("/_authenticated/accounts/storage/")({
	validateSearch: ListSearch,
	staticData: { title: "Storage" },
	loader: (context) =>
		loadScreenFor(
			"viewStorage",
			() => [warm(storageDetails()), ...(mayBe("editStorage") ? [warm(failedWork())] : [])],
			context,
		),
	pendingComponent: () => <ListPending title="Storage" />,
	component: () => (
		<RoleGate capability="viewStorage" things="storage">
			<StoragePage />
		</RoleGate>
	),
});

function StoragePage() {
	const { me } = useAccount();
	const { data } = useSuspenseQuery(storageDetails());
	return (
		<StorageList
			storage={data}
			canOpen={can(me.role, "viewFleet")}
			work={can(me.role, "editStorage") && <FailedWorkCard />}
		/>
	);
}
