import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import { IconEye, IconHistory, IconPlus } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { t } from "../../words/made/common";
import noteClasses from "../feedback/notes.module.css";

type GuardedButtonProps = {
	denial: string | null;
	onClick?: () => void;
	label?: string;
	icon?: ReactNode;
	look?: keyof typeof looks;
	className?: string | undefined;
	size?: ButtonProps["size"];
	isLoading?: boolean;
	children: ReactNode;
};

const looks = {
	plain: { variant: "default" },
	primary: { variant: "filled" },
	danger: { variant: "light", color: "red" },
} satisfies Record<string, ButtonProps>;

/** Stays in place, with the reason, for users who may not press it. */
export function GuardedButton(props: GuardedButtonProps) {
	const { denial, onClick, label, icon, look = "plain", className, size, isLoading = false, children } = props;
	const isRejected = denial !== null;
	return (
		<Tooltip label={denial} disabled={!isRejected} multiline maw={320}>
			<Button
				{...looks[look]}
				className={className}
				size={size}
				aria-label={label}
				leftSection={icon}
				loading={isLoading}
				data-disabled={isRejected || undefined}
				aria-disabled={isRejected || undefined}
				onClick={isRejected ? undefined : onClick}
			>
				{children}
			</Button>
		</Tooltip>
	);
}

export const PlainLink = createLink((anchor: ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>) => (
	<Button component="a" variant="default" {...anchor} />
));

type GuardedAnchorProps = ComponentProps<"a"> & Pick<GuardedButtonProps, "denial" | "icon" | "look">;

/** A link in place of the button, for users who may follow it. */
export const GuardedLink = createLink(({ denial, icon, look = "plain", children, ...anchor }: GuardedAnchorProps) =>
	denial === null ? (
		<Button component="a" {...looks[look]} leftSection={icon} {...anchor}>
			{children}
		</Button>
	) : (
		<GuardedButton denial={denial} icon={icon} look={look}>
			{children}
		</GuardedButton>
	),
);

type NewLinkProps = {
	to: "/alerts/new" | "/groups/new" | "/reports/new" | "/accounts/contacts/new" | "/accounts/users/new";
	denial: string | null;
	icon?: ReactNode;
	children: string;
};

export function NewLink({ icon = <IconPlus size={17} stroke={1.7} />, ...link }: NewLinkProps) {
	return <GuardedLink look="primary" icon={icon} {...link} />;
}

export function HistoryLink({ entityId, denial }: { entityId: string; denial: string | null }) {
	const icon = <IconHistory size={17} stroke={1.7} />;
	return (
		<GuardedLink to="/accounts/audit/" search={{ entity: entityId }} denial={denial} icon={icon}>
			{t("history")}
		</GuardedLink>
	);
}

export function ReadOnlyNote({ text }: { text: string }) {
	return (
		<p className={noteClasses.readOnly}>
			<IconEye size={17} stroke={1.7} aria-hidden="true" />
			{text}
		</p>
	);
}
