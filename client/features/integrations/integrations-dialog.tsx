import { Modal } from "@mantine/core";
import { useState } from "react";
import type { RotatedDeviceKey } from "../../../shared/device";
import type { IntegrationKey, NewIntegrationKey } from "../../../shared/integration-key";
import { RotatedKey } from "../../device-actions/device-key";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { AddIntegrationForm } from "./add-integration-form";
import { IntegrationKeyPanel } from "./integration-key-panel";
import { IntegrationList } from "./integration-list";
import { ReplaceDeviceKeyForm } from "./replace-device-key-form";
import { ReplaceKeyForm } from "./replace-key-form";
import { RevokeKeyQuestion } from "./revoke-key-question";

type View =
	| { name: "list" | "add" | "device" }
	| { name: "replace" | "revoke"; integration: IntegrationKey }
	| { name: "key"; created: NewIntegrationKey }
	| { name: "device key"; deviceName: string; replaced: RotatedDeviceKey };

const titles: Record<View["name"], string> = {
	list: "Connect devices and network servers",
	add: "Add integration",
	replace: "Replace key",
	revoke: "Revoke key",
	key: "Integration key",
	device: "Replace a device's key",
	"device key": "Device key",
};

type IntegrationsDialogProps = { opened: boolean; onClose: () => void };

/** The keys by which devices, network servers and robots send, from the first to the last day of each. */
export function IntegrationsDialog({ opened, onClose }: IntegrationsDialogProps) {
	const [view, setView] = useState<View>({ name: "list" });
	const showList = () => setView({ name: "list" });
	const showKey = (created: NewIntegrationKey) => setView({ name: "key", created });
	const close = () => {
		onClose();
		showList();
	};
	return (
		<Modal
			opened={useOpenedLate(opened)}
			onClose={close}
			title={titles[view.name]}
			size={620}
			// What is shown once or typed is not lost by a slip.
			closeOnClickOutside={view.name === "list"}
			closeOnEscape={view.name === "list"}
		>
			{view.name === "list" && (
				<IntegrationList
					onAdd={() => setView({ name: "add" })}
					onDevice={() => setView({ name: "device" })}
					onReplace={(integration) => setView({ name: "replace", integration })}
					onRevoke={(integration) => setView({ name: "revoke", integration })}
				/>
			)}
			{view.name === "add" && <AddIntegrationForm onCreated={showKey} onCancel={showList} />}
			{view.name === "replace" && (
				<ReplaceKeyForm integration={view.integration} onReplaced={showKey} onCancel={showList} />
			)}
			{view.name === "revoke" && <RevokeKeyQuestion integration={view.integration} onEnd={showList} />}
			{view.name === "device" && (
				<ReplaceDeviceKeyForm
					onReplaced={(deviceName, replaced) => setView({ name: "device key", deviceName, replaced })}
					onCancel={showList}
				/>
			)}
			{view.name === "device key" && (
				<RotatedKey deviceName={view.deviceName} clock={null} rotated={view.replaced} onDone={showList} />
			)}
			{view.name === "key" && <IntegrationKeyPanel created={view.created} onDone={showList} />}
		</Modal>
	);
}
