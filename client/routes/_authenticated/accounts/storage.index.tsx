import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { shortenings } from "../../../api/later-queries";
import { failedWork, storageDetails, storageOverview } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor, mayBe } from "../../../api/screen-loader";
import { denialOf } from "../../../entities/labels";
import { RoleGate } from "../../../features/shell/role-gate";
import { FailedWorkCard } from "../../../features/storage/failed-work-card";
import { ShorteningsCard } from "../../../features/storage/shortenings-card";
import { StorageList } from "../../../features/storage/storage-list";
import {
	type StorageSetting,
	StorageSettingDialog,
	StorageSettingsCard,
	UnknownSettingsCard,
} from "../../../features/storage/storage-settings";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";
import { t as inAccount } from "../../../words/made/account";
import { t } from "../../../words/made/first-screen";

export const Route = createFileRoute("/_authenticated/accounts/storage/")({
	validateSearch: ListSearch,
	staticData: { title: "storage" },
	loader: (context) =>
		loadScreenFor(
			"viewStorage",
			() => [
				warm(storageDetails()),
				warm(storageOverview()),
				warm(shortenings()),
				...(mayBe("editStorage") ? [warm(failedWork())] : []),
			],
			context,
		),
	pendingComponent: () => <ListPending title={t("title.storage")} />,
	component: () => (
		<RoleGate capability="viewStorage" act="seeStorage">
			<StoragePage />
		</RoleGate>
	),
});

function StoragePage() {
	const { me } = useAccount();
	const { kind } = Route.useSearch();
	const navigate = Route.useNavigate();
	const { data: storage } = useSuspenseQuery(storageDetails());
	const { data: overview = null, error } = useQuery(storageOverview());
	const canOpen = can(me.role, "viewFleet");
	const denial = can(me.role, "editStorage") ? null : denialOf("editStorage", "changeStorage");
	const [changed, setChanged] = useState<StorageSetting | null>(null);
	const list = (
		<StorageList
			storage={storage}
			overview={overview}
			by={kind === "groups" ? "groups" : "devices"}
			onBy={(amount) => void navigate({ search: { kind: amount === "groups" ? "groups" : undefined } })}
			canOpen={canOpen}
			denial={overview ? denial : inAccount("storage.retentionUnknown")}
		>
			<ShorteningsCard denial={denial} canOpen={canOpen} />
			{overview ? (
				<StorageSettingsCard
					overview={overview}
					denial={wholeDenial(denial, me.scope === "all")}
					onChange={setChanged}
				/>
			) : (
				<UnknownSettingsCard error={error} />
			)}
			{can(me.role, "editStorage") && <FailedWorkCard />}
		</StorageList>
	);
	return (
		<>
			{list}
			{overview && changed && (
				<StorageSettingDialog setting={changed} overview={overview} onClose={() => setChanged(null)} />
			)}
		</>
	);
}

function wholeDenial(denial: string | null, seesAll: boolean): string | null {
	return denial ?? (seesAll ? null : inAccount("storage.wholeAccess"));
}
