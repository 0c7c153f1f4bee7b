import { ActionIcon, Menu } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconDots, IconDownload, IconReplace, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Device } from "../../../shared/device";
import type { PageAction } from "./device-head";
import classes from "./device-page.module.css";

type DeviceMenuProps = {
	device: Device;
	/** Why its logger may not be replaced. */
	editRefusal: string | null;
	shelfRefusal: string | null;
	onAction: (action: PageAction) => void;
};

/** What is done with a device now and then. */
export function DeviceMenu({ device, editRefusal, shelfRefusal, onAction }: DeviceMenuProps) {
	const navigate = useNavigate();
	const isArchived = device.archivedAt !== null;
	return (
		<Menu width={280}>
			<Menu.Target>
				<ActionIcon variant="default" size={34} aria-label="More actions">
					<IconDots size={17} stroke={1.7} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Item
					leftSection={<IconDownload size={17} stroke={1.7} />}
					onClick={() =>
						void navigate({ to: "/devices/$deviceId", params: { deviceId: device.id }, search: { tab: "log" } })
					}
				>
					Export log
				</Menu.Item>
				<Menu.Item
					disabled={editRefusal !== null}
					leftSection={<IconReplace size={17} stroke={1.7} />}
					onClick={() => onAction("replace")}
				>
					Replace logger
					{editRefusal && <span className={classes.reason}>{editRefusal}</span>}
				</Menu.Item>
				<Menu.Divider />
				<Menu.Item
					disabled={shelfRefusal !== null}
					leftSection={isArchived ? <IconArchiveOff size={17} stroke={1.7} /> : <IconArchive size={17} stroke={1.7} />}
					onClick={() => onAction(isArchived ? "restore" : "archive")}
				>
					{isArchived ? "Restore" : "Archive"}
					{shelfRefusal && <span className={classes.reason}>{shelfRefusal}</span>}
				</Menu.Item>
				{device.deletedFrom === null && (
					<Menu.Item
						color={shelfRefusal === null ? "red" : undefined}
						disabled={shelfRefusal !== null}
						leftSection={<IconTrash size={17} stroke={1.7} />}
						onClick={() => onAction("delete")}
					>
						Delete
					</Menu.Item>
				)}
			</Menu.Dropdown>
		</Menu>
	);
}
