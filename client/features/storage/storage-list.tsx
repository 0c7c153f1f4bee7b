import { IconDownload, IconHistory, IconServer2 } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { StorageDetails } from "../../../shared/account/billing";
import type { StorageOverview } from "../../../shared/account/storage";
import { RetentionForm } from "../../device-actions/setting-forms";
import { Dialog } from "../../ui/feedback/dialog";
import { PlainButton } from "../../ui/form/buttons";
import { EntityList } from "../../ui/table/entity-list";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/account";
import { deviceColumns, groupColumns } from "./storage-columns";
import { deviceFacets, deviceRows, groupRows, type StoredDevice, type StoredGroup } from "./storage-rows";
import { StorageSummary } from "./storage-summary";

const deviceKey = ({ deviceId }: StoredDevice) => deviceId;
const groupKey = ({ name }: StoredGroup) => name;
const searched = ({ name, retention }: StoredDevice) => [name, ...(retention?.groupNames ?? [])];
const searchedGroup = ({ name }: StoredGroup) => [name];
const subtitle = t("storage.lead");

type StorageListProps = {
	storage: StorageDetails;
	overview: StorageOverview | null;
	by: "devices" | "groups";
	onBy: (amount: "devices" | "groups") => void;
	canOpen: boolean;
	denial: string | null;
	children?: ReactNode;
};

export function StorageList(props: StorageListProps) {
	const { storage, overview, by, onBy } = props;
	const rows = useMemo(() => deviceRows(storage, overview), [storage, overview]);
	const switching = (
		<PlainButton onClick={() => onBy(by === "devices" ? "groups" : "devices")}>
			{by === "devices" ? t("byGroup") : t("byDevice")}
		</PlainButton>
	);
	const above = (
		<>
			<StorageSummary storage={storage} overview={overview} />
			{props.children}
		</>
	);
	return by === "devices" ? (
		<DeviceStorageList {...props} rows={rows} switching={switching} above={above} />
	) : (
		<GroupStorageList rows={rows} storage={storage} switching={switching} above={above} />
	);
}

type Parts = { rows: StoredDevice[]; switching: ReactNode; above: ReactNode };

function DeviceStorageList({ rows, storage, canOpen, denial, switching, above }: StorageListProps & Parts) {
	const navigate = useNavigate();
	const [changed, setChanged] = useState<StoredDevice[] | null>(null);
	const columns = useMemo(() => deviceColumns(storage, canOpen), [storage, canOpen]);
	const icon = <IconHistory size={16} />;
	const rowActions = (row: StoredDevice): RowAction[] => [
		{ id: "retention", label: t("changeRetention"), asks: true, icon, denial, onRun: () => setChanged([row]) },
		{
			id: "export",
			label: t("exportItsReadings"),
			icon: <IconDownload size={16} />,
			denial: canOpen ? null : t("yourRoleDoesNotSeeReadings"),
			onRun: () => void navigate({ to: "/log/", search: { device: row.deviceId } }),
		},
	];
	return (
		<>
			<EntityList
				title={t("storage")}
				noun="device"
				listName="storage"
				api={{ list: "storage", hasIds: true }}
				subtitle={subtitle}
				rows={rows}
				rowKey={deviceKey}
				columns={columns}
				facets={deviceFacets}
				searchHint={t("deviceOrGroup")}
				searched={searched}
				rowActions={rowActions}
				bulkActions={[
					{ id: "retention", label: () => t("changeRetention"), icon, denial, onRun: (chosen) => setChanged(chosen) },
				]}
				headActions={switching}
				empty={{
					icon: <IconServer2 size={26} />,
					title: t("nothingStoredYet"),
					text: t("devicesAppearHereOnceTheyHave"),
				}}
			>
				{above}
			</EntityList>
			{changed && (
				<Dialog
					isForm
					title={
						changed.length === 1
							? t("retention.ofOne", { name: changed[0]?.name ?? "" })
							: t("retention.ofSeveral", { count: changed.length })
					}
					size={520}
					onClose={() => setChanged(null)}
				>
					<RetentionForm
						devices={changed.map(({ deviceId, name }) => ({ id: deviceId, name }))}
						onClose={() => setChanged(null)}
					/>
				</Dialog>
			)}
		</>
	);
}

function GroupStorageList({ rows, storage, switching, above }: Parts & Pick<StorageListProps, "storage">) {
	const groups = useMemo(() => groupRows(rows), [rows]);
	const columns = useMemo(() => groupColumns(storage), [storage]);
	return (
		<EntityList
			title={t("storage")}
			noun="group"
			listName="storage groups"
			api={null}
			subtitle={subtitle}
			rows={groups}
			rowKey={groupKey}
			columns={columns}
			searchHint={t("groupName")}
			searched={searchedGroup}
			headActions={switching}
			empty={{
				icon: <IconServer2 size={26} />,
				title: t("noGroupHasStoredAnything"),
				text: t("groupsAppearHereOnceTheirDevices"),
			}}
		>
			{above}
		</EntityList>
	);
}
