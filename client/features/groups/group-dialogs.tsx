import { useNavigate } from "@tanstack/react-router";
import type { GroupListRow } from "../../../shared/device/group";
import { trpcClient } from "../../api/trpc";
import { MuteDialog, type Muting } from "../../forms/mute";
import { type Question, useListQuestion } from "../../ui/table/list-question";
import { t } from "../../words/made/devices";
import { DeleteDialog } from "./delete-dialog";
import { MergeDialog } from "./merge-dialog";

type GroupQuestion = Question<"merge" | "delete" | "mute", GroupListRow>;

export const useGroupQuestion = useListQuestion<GroupQuestion["kind"], GroupListRow>;

export function groupMuting(groups: GroupListRow[]): Muting {
	const [first] = groups;
	const ids = groups.map(({ id }) => id);
	return {
		name: groups.length === 1 && first ? first.name : t("groups.count", { count: groups.length }),
		lead: t("groups.mute.lead"),
		targets: { groupIds: ids },
		mute: (input) => trpcClient.group.muteGroups.mutate({ ids, ...input }),
	};
}

type GroupDialogsProps = {
	question: GroupQuestion | null;
	all: GroupListRow[];
	onAsk: (question: GroupQuestion) => void;
	onClose: () => void;
	leaveTo?: "list";
};

export function GroupDialogs({ question, all, onAsk, onClose, leaveTo }: GroupDialogsProps) {
	const navigate = useNavigate();
	if (question === null) return null;
	const { kind, things: groups, onDone } = question;
	if (kind === "mute") return <MuteDialog muting={groupMuting(groups)} onClose={onClose} onDone={onDone} />;
	if (kind === "merge") {
		return (
			<MergeDialog
				groups={groups}
				all={all}
				onClose={onClose}
				onMerged={async (intoId) => {
					onDone();
					if (leaveTo) await navigate({ to: "/groups/$groupId", params: { groupId: intoId } });
				}}
			/>
		);
	}
	return (
		<DeleteDialog
			groups={groups}
			onClose={onClose}
			onMerge={(chosen) => onAsk({ kind: "merge", things: chosen, onDone })}
			onDeleted={async () => {
				onDone();
				if (leaveTo) await navigate({ to: "/groups/" });
			}}
		/>
	);
}
