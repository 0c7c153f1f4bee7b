import { Drawer } from "@mantine/core";
import { useState } from "react";
import type { CreatedDevice } from "../../../shared/device-inputs";
import type { GroupListRow } from "../../../shared/group";
import { FirstKey } from "../../device-actions/device-key";
import { AddDeviceForm } from "./add-device-form";

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
				<FirstKey
					created={created}
					done="is added."
					help="The reading shows up under Devices and Log within seconds, and the status turns to Online."
					onDone={close}
				/>
			) : (
				<AddDeviceForm groups={groups} onCreated={setCreated} onCancel={close} />
			)}
		</Drawer>
	);
}
