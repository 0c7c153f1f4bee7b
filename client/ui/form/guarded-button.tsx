import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

type GuardedButtonProps = {
	refusal: string | null;
	onClick?: () => void;
	icon?: ReactNode;
	look?: keyof typeof looks;
	className?: string | undefined;
	isLoading?: boolean;
	children: ReactNode;
};

const looks = {
	plain: { variant: "default" },
	primary: { variant: "filled" },
	danger: { variant: "light", color: "red" },
} satisfies Record<string, ButtonProps>;

/** Stays in place for people who may not press it, and says why. */
export function GuardedButton(props: GuardedButtonProps) {
	const { refusal, onClick, icon, look = "plain", className, isLoading = false, children } = props;
	const isRefused = refusal !== null;
	return (
		<Tooltip label={refusal} disabled={!isRefused} multiline maw={320}>
			<Button
				{...looks[look]}
				className={className}
				leftSection={icon}
				loading={isLoading}
				data-disabled={isRefused || undefined}
				aria-disabled={isRefused || undefined}
				onClick={isRefused ? undefined : onClick}
			>
				{children}
			</Button>
		</Tooltip>
	);
}
