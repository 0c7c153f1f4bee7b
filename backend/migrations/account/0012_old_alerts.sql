DROP TABLE `alerts`;
