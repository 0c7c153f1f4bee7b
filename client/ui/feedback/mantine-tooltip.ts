// A file of its own, so that the code of the kit's tooltips can come after a screen's.
export { Tooltip as KitTooltip } from "@mantine/core";
