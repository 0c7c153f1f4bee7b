import { IconPencilOff } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { toast } from "sonner";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Group, GroupListRow } from "../../../shared/device/group";
import { EmptyNote } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import { BackLink } from "../../ui/layout/detail";
import { ButtonLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { t } from "../../words/made/devices";
import { useKeepGroup } from "./group-calls";
import { GroupForm } from "./group-form";
import type { GroupValues } from "./group-values";

type GroupEditorProps = {
	title: string;
	group: Group | null;
	initialValues: GroupValues;
	devices: DeviceListRow[];
	groups: GroupListRow[];
};

export function GroupEditor({ title, group, ...form }: GroupEditorProps) {
	const navigate = useNavigate();
	const router = useRouter();
	const keepGroup = useKeepGroup();
	const leave = () => {
		if (group === null) void navigate({ to: "/groups/" });
		else void navigate({ to: "/groups/$groupId", params: { groupId: group.id } });
	};
	const open = async (saved: Group) => {
		toast.success(
			group === null ? t("groups.created.toast", { name: saved.name }) : t("groups.saved.toast", { name: saved.name }),
		);
		await keepGroup(saved);
		await navigate({ to: "/groups/$groupId", params: { groupId: saved.id } });
		await router.invalidate();
	};
	return (
		<>
			<PageHead title={title}>
				<BackLink to="/groups/">{t("groups.all")}</BackLink>
			</PageHead>
			<GroupForm group={group} {...form} onSaved={(saved) => void open(saved)} onCancel={leave} />
		</>
	);
}

export function NoGroupEditor({ title, reason }: { title: string; reason: string }) {
	return (
		<>
			<PageHead title={title} />
			<Card>
				<EmptyNote icon={<IconPencilOff size={26} />} title={t("groups.readOnly")} text={reason}>
					<ButtonLink to="/groups/">{t("groups.all")}</ButtonLink>
				</EmptyNote>
			</Card>
		</>
	);
}
