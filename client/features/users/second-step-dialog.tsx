import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type CurrentAccount, lacksSecondStep, secondStepGraceDays, type User } from "../../../shared/account/account";
import { accountRecord } from "../../api/account";
import { trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { Select } from "../../ui/form/select";
import { countOf } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import { formatDate } from "../../ui/time/time-display";
import { useRefreshUsers } from "./user-calls";
import { nameOf } from "./user-labels";

const shownNames = 5;
const never = "never";

const choices = [
	{ value: never, label: "Not required" },
	...secondStepGraceDays.map((days) => ({
		value: String(days),
		label: days === 0 ? "Required at once" : `Required in ${days} days`,
	})),
];

type SecondStepDialogProps = { users: User[]; account: CurrentAccount; onClose: () => void };

export function SecondStepDialog({ users, account, onClose }: SecondStepDialogProps) {
	const { secondStepFrom = null, me } = account;
	const [chosen, setChosen] = useState(secondStepFrom === null ? "7" : never);
	const queryClient = useQueryClient();
	const refresh = useRefreshUsers();
	const graceDays = secondStepGraceDays.find((days) => String(days) === chosen) ?? null;
	const members = users.filter(({ status }) => status === "active");
	const save = async () => {
		const saved = await trpcClient.account.requireSecondStep.mutate({ graceDays });
		queryClient.setQueryData(accountRecord().queryKey, saved);
		await refresh();
		toast.success(graceDays === null ? "Two-step sign-in is not required." : "Two-step sign-in is required.");
	};
	return (
		<ActionDialog
			title="Two-step sign-in of all members"
			label="Save"
			canRun={me.secondStep === "on" || secondStepFrom !== null}
			onClose={onClose}
			run={save}
		>
			<p>{stateText(secondStepFrom)}</p>
			<p>{lackText(members.filter(lacksSecondStep))}</p>
			{members.some(({ secondStep }) => secondStep === "provider") && (
				<p>
					Members who sign in with your company's own provider are not affected: that provider decides about a second
					step.
				</p>
			)}
			{me.secondStep === "on" || secondStepFrom !== null ? (
				<>
					<Select label="From now on" data={choices} value={chosen} onChange={setChosen} />
					<p>
						Members without it get a mail now. From that day on they must set it up before they can do anything else.
						Devices and messages are not affected.
					</p>
				</>
			) : (
				<p>
					Set it up in <TextLink to="/profile">your own profile</TextLink> first: you can only require what you use
					yourself.
				</p>
			)}
		</ActionDialog>
	);
}

function stateText(from: Date | null): string {
	if (from === null) return "It is not required: every member decides for themselves.";
	return from.getTime() <= Date.now()
		? `Required for everyone since ${formatDate(from)}.`
		: `Required for everyone from ${formatDate(from)}.`;
}

function lackText(lacking: Pick<User, "name" | "email">[]): string {
	if (lacking.length === 0) return "All members have it.";
	const names = lacking.slice(0, shownNames).map(nameOf);
	const more = lacking.length - names.length;
	const listed = [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
	return `${countOf(lacking.length, "member")} without it, or not known to have it: ${listed}.`;
}
