import { Drawer } from "@mantine/core";
import { useState } from "react";
import type { CreatedDevice } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { AddDeviceForm } from "./add-device-form";
import { DeviceKeyPanel } from "./device-key-panel";

type AddDeviceDrawerProps = { isOpen: boolean; groups: GroupListRow[]; onClose: () => void };

export function AddDeviceDrawer({ isOpen, groups, onClose }: AddDeviceDrawerProps) {
	const [created, setCreated] = useState<CreatedDevice | null>(null);
	const close = () => {
		onClose();
		setCreated(null);
	};
	return (
		<Drawer
			opened={isOpen}
			onClose={close}
			title={created ? "Device key" : "Add device"}
			size={560}
			closeOnClickOutside={false}
			closeOnEscape={created === null}
		>
			{created ? (
				<DeviceKeyPanel device={created.device} apiKey={created.key} onDone={close} />
			) : (
				<AddDeviceForm groups={groups} onCreated={setCreated} onCancel={close} />
			)}
		</Drawer>
	);
}
