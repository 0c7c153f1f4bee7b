import { Button } from "@mantine/core";
import type { IconArrowMerge } from "@tabler/icons-react";
import type { ReactNode } from "react";

type GroupButtonProps = {
	icon: typeof IconArrowMerge;
	isDangerous?: boolean;
	onClick: () => void;
	children: ReactNode;
};

/** A button of a group's page that opens a question. */
export function GroupButton({ icon: Icon, isDangerous = false, onClick, children }: GroupButtonProps) {
	return (
		<Button
			variant={isDangerous ? "light" : "default"}
			{...(isDangerous && { color: "red" })}
			leftSection={<Icon size={16} stroke={1.7} />}
			onClick={onClick}
		>
			{children}
		</Button>
	);
}
